//! The page in a real browser: `cargo test -p sandbox --test browser -- --ignored`, with Chromium and chromedriver.

#![allow(clippy::unwrap_used, reason = "a test may fail by it")]

#[path = "../examples/page/bot.rs"]
mod bot;
mod chromium;
mod raw;

use chromium::Page;
use fantoccini::key::Key;
use sandbox::{Sandbox, Settings};
use serde_json::json;

/// A sandbox with the example's bot, and two people.
async fn start() -> Sandbox {
    let sandbox = Sandbox::start(Settings { bot_name: "Tea room".to_owned(), ..Settings::default() }).await.unwrap();
    let guild = sandbox.guild("The tea room");
    let _ = (guild.member("anna"), guild.member("bob"));
    let theirs = sandbox.clone();
    tokio::spawn(async move {
        let _ = bot::run(&theirs).await;
    });
    sandbox.wait_for_commands().await;
    sandbox
}

const LAST: &str = "[data-testid=message]:last-child";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_command_is_given_with_the_keyboard_alone() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.read("[data-testid=hint]", "Type / to see what the bot can do.").await;
        // Two steps from the top of the page to the composer.
        page.keys(&format!("{}{}", Key::Tab, Key::Enter)).await;
        page.keys("/").await;
        page.read("[data-testid=completion]", "/table lay").await;
        let composer = page.see("[data-testid=composer]").await;
        assert_eq!(composer.attr("aria-expanded").await.unwrap().as_deref(), Some("true"));
        assert_eq!(composer.attr("aria-activedescendant").await.unwrap().as_deref(), Some("suggestion-0"));
        page.keys("ord").await;
        page.read("[data-testid=suggestion].active", "/order").await;
        page.keys(&Key::Tab.to_string()).await;
        // What is required is there at once, and the bot completes it.
        page.read("[data-testid=completion]", "Darjeeling").await;
        page.keys("souch").await;
        page.read("[data-testid=suggestion].active", "Lapsang souchong").await;
        page.keys(&Key::Enter.to_string()).await;
        // Then the others are offered.
        page.read("[data-testid=completion]", "strength").await;
        page.keys(&format!("stre{}", Key::Tab)).await;
        page.read("[data-testid=completion]", "As it comes").await;
        page.keys(&format!("{}{}{}", Key::Down, Key::Down, Key::Enter)).await;
        page.keys(&format!("cups:9{}", Key::Enter)).await;
        page.read("[data-testid=notice]", "cups must be 6 or less.").await;
        page.keys(&format!("{}2{}", Key::Backspace, Key::Enter)).await;
        page.read(LAST, "Lapsang souchong for anna").await;
        page.read(LAST, "Strong").await;
        page.read(LAST, "anna used /order").await;
        // The focus is back where one types; an arrow gives the command once more.
        page.keys(&Key::Up.to_string()).await;
        page.read("[data-testid=command-name]", "/order").await;
        page.keys(&format!("{}{}", Key::Escape, Key::Escape)).await;
        page.see("[data-testid=composer]:focus").await;
        // Sent once more it is the same, what was picked from lists with it.
        page.keys(&Key::Up.to_string()).await;
        page.read("[data-testid=command-name]", "/order").await;
        page.keys(&Key::Enter.to_string()).await;
        page.hold("return document.querySelectorAll('[data-testid=message]').length", json!(2)).await;
        page.read(LAST, "Lapsang souchong for anna").await;
        page.read(LAST, "Strong").await;
    })
    .await;
    sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_command_may_be_written_or_pasted_as_one_line() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/order drink:Earl Grey milk:true guest:@bob{}", Key::Enter)).await;
        page.read(LAST, "Earl Grey for bob").await;
        let paste = "const field = document.getElementById('composer'); field.focus(); field.value = arguments[0];
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));";
        page.ask(paste, vec!["/table lay places:7".into()]).await;
        page.read("[data-testid=command-name]", "/table lay").await;
        page.keys(&Key::Enter.to_string()).await;
        page.read(LAST, "7 places are laid.").await;
        // Backspace goes out of an empty option, and out of the command.
        page.keys("/table lay ").await;
        page.see("[data-option=places]:focus").await;
        page.keys(&Key::Backspace.to_string()).await;
        page.see("[data-testid=composer]:focus").await;
    })
    .await;
}

/// Makes the page wait long for the sandbox's answer to what is sent, or have none at all.
async fn keep_from_answering(page: &Page, with: &str) {
    let script = "const fetched = window.fetch.bind(window);
        window.fetch = async (address, options) => {
            const isSending = options?.method === 'POST' && /\\/(commands|messages)$/.test(address);
            if (isSending && arguments[0] === 'nothing') throw new TypeError('cut off');
            const answer = await fetched(address, options);
            if (isSending) await new Promise((done) => { setTimeout(done, 1500); });
            return answer;
        };";
    page.ask(script, vec![with.into()]).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn one_types_on_while_what_was_sent_is_on_its_way() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        keep_from_answering(&page, "late").await;
        page.click("[data-testid=composer]").await;
        page.type_at_once(&format!("/table lay places:7{}", Key::Enter)).await;
        page.read(LAST, "7 places are laid.").await;
        page.type_at_once("One more, ").await;
        page.type_at_once(&format!("please{}and tea", Key::Enter)).await;
        page.read(LAST, "One more, please").await;
        page.miss("[aria-busy]").await;
        page.hold("return document.getElementById('composer').value", json!("and tea")).await;
        page.hold("return document.querySelectorAll('[data-testid=message]').length", json!(2)).await;
    })
    .await;
    sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn what_could_not_be_sent_comes_back_as_it_was() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.ask("window.cut = window.fetch", Vec::new()).await;
        keep_from_answering(&page, "nothing").await;
        page.click("[data-testid=composer]").await;
        page.keys(&format!("Is there tea?{}", Key::Enter)).await;
        page.read("[data-testid=notice]", "The sandbox cannot be reached.").await;
        page.hold("return document.getElementById('composer').value", json!("Is there tea?")).await;
        page.ask("document.getElementById('composer').value = ''", Vec::new()).await;
        page.keys(&format!("/table lay places:7{}", Key::Enter)).await;
        page.read("[data-testid=command-name]", "/table lay").await;
        page.read("[data-testid=notice]", "The sandbox cannot be reached.").await;
        page.ask("window.fetch = window.cut", Vec::new()).await;
        page.keys(&Key::Enter.to_string()).await;
        page.read(LAST, "7 places are laid.").await;
    })
    .await;
    sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn options_take_files_channels_roles_and_numbers() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/hang{}", Key::Enter)).await;
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        page.see("[data-option=picture]").await.send_keys(file).await.unwrap();
        // With the file chosen the rest is offered.
        page.see("[data-testid=more-options]:focus").await;
        page.keys(&format!("place:gen{}guests:tea{}", Key::Enter, Key::Enter)).await;
        page.keys(&format!("height:tall{}", Key::Enter)).await;
        page.read("[data-testid=notice]", "height must be a number.").await;
        page.keys(&format!("{}1.25{}", Key::Backspace.to_string().repeat(4), Key::Enter)).await;
        page.read(LAST, "hangs 1.25 m high, for @Tea room, in #general.").await;
        page.read(LAST, "Cargo.toml").await;
    })
    .await;
    sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn buttons_menus_and_forms_reach_the_bot() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/counter{}{}", Key::Enter, Key::Enter)).await;
        page.read(LAST, "What will it be?").await;
        assert!(!page.see("[data-custom-id=nothing]").await.is_enabled().await.unwrap());

        page.ask("document.querySelector('[data-custom-id=cake]').focus()", Vec::new()).await;
        page.keys(&format!("{}{}{}", Key::Enter, Key::Down, Key::Enter)).await;
        page.read(LAST, "Seed cake, very well.").await;

        page.click("[data-custom-id=cakes]").await;
        page.keys(&format!(" {}{} {}{}", Key::Down, Key::Down, Key::Tab, Key::Enter)).await;
        page.read(LAST, "Scone, Shortbread, very well.").await;

        page.click("[data-custom-id=guest]").await;
        page.keys(&format!("b{}", Key::Enter)).await;
        page.read(LAST, "@bob is invited.").await;

        page.click("[data-custom-id=form]").await;
        page.read("[data-testid=modal]", "A complaint").await;
        page.keys("Cold").await;
        page.click("[data-testid=modal-submit]").await;
        // Too short: the form stays.
        page.see("[data-testid=modal]").await;
        page.keys(" tea").await;
        page.click("[data-testid=modal-submit]").await;
        page.miss("[data-testid=modal]").await;
        page.read(LAST, "It will be looked into.").await;

        page.click("[data-custom-id='count:0']").await;
        page.read("[data-testid=button]", "Count (1)").await;
        page.click("[data-custom-id='count:1']").await;
        page.read("[data-testid=button]", "Count (2)").await;
        page.miss("[aria-busy]").await;
    })
    .await;
    sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_form_comes_filled_in_and_escape_calls_it_off() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/note{}{}", Key::Enter, Key::Enter)).await;
        let field = page.see("[data-testid=modal-field]").await;
        assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("the cook"));
        page.keys(&Key::Escape.to_string()).await;
        page.miss("[data-testid=modal]").await;
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/note{}{}", Key::Enter, Key::Enter)).await;
        page.see("[data-testid=modal-field]:focus").await;
        page.keys(&format!(" of us{}", Key::Enter)).await;
        page.read(LAST, "For the cook of us: nothing").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn menus_in_a_form_send_what_was_chosen_emptied_or_left_alone() {
    let raw = raw::Raw::start(Settings::default()).await;
    let (mut line, _) = raw::ready(&raw, 0).await;
    let (anna, bob) = (raw.guild.member("anna"), raw.guild.member("bob").id().to_string());
    let label = |text: &str, menu| json!({"type": 18, "label": text, "component": menu});
    let rows = [
        label("Drink", json!({"type": 3, "custom_id": "drink", "options": [{"label": "Tea, black", "value": "tea,black"}]})),
        label(
            "Cake",
            json!({"type": 3, "custom_id": "cake", "required": false, "options": [{"label": "Scone", "value": "scone", "default": true}]}),
        ),
        label("Guest", json!({"type": 5, "custom_id": "guest", "default_values": [{"type": "user", "id": bob}]})),
    ];
    let modal = json!({"type": 9, "data": {"title": "Tea", "custom_id": "tea", "components": rows}});
    // The page may still ask it something when all is seen: it must not be gone by then.
    let sandbox = raw.sandbox.clone();
    Page::visit(&format!("{}/?as={}", sandbox.base(), anna.id()), |page| async move {
        let asked = anna.start_interact(&json!({"type": 2, "data": {"id": "1", "name": "ask", "type": 1}}));
        assert_eq!(raw.call("POST", &raw::callback(&asked.payload()), modal).await.0, 204);
        page.read("[data-testid=modal] [data-custom-id=guest]", "@bob").await;
        page.read("[data-testid=modal] [data-custom-id=cake]", "Scone").await;
        page.click("[data-testid=modal] [data-custom-id=drink]").await;
        page.keys(&Key::Enter.to_string()).await;
        page.click("[data-testid=modal] [data-custom-id=cake]").await;
        page.keys(&format!(" {}{}", Key::Tab, Key::Enter)).await;
        page.read("[data-testid=modal] [data-custom-id=cake]", "Make a selection").await;
        page.click("[data-testid=modal-submit]").await;
        let heard = loop {
            let event = line.event("INTERACTION_CREATE").await;
            if event["d"]["type"] == 5 {
                break event;
            }
        };
        let values = [0, 1, 2].map(|row| heard["d"]["data"]["components"][row]["component"]["values"].clone());
        assert_eq!(values, [json!(["tea,black"]), json!([]), json!([bob])]);
        // The form stands until it is answered.
        page.see("[data-testid=modal]").await;
        assert_eq!(raw.call("POST", &raw::callback(&heard["d"]), json!({"type": 6})).await.0, 204);
        page.miss("[data-testid=modal]").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn an_ephemeral_reply_is_seen_by_its_member_alone() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("Anyone here?{}", Key::Enter)).await;
        page.read(LAST, "Anyone here?").await;
        page.keys(&format!("/secret{}{}", Key::Enter, Key::Enter)).await;
        page.read(LAST, "The biscuits are in the blue tin.").await;
        page.read(LAST, "Only you can see this").await;

        page.see("[data-testid=speak-as]").await.select_by_label("bob").await.unwrap();
        page.miss("[data-testid=only-you]").await;
        page.read("[data-testid=message]", "Anyone here?").await;
        assert!(!page.text("[data-testid=messages]").await.contains("biscuits"));
        page.click("[data-testid=composer]").await;
        page.keys(&format!("Hello, @anna{}{}", Key::Escape, Key::Enter)).await;
        page.read(LAST, "Hello, @anna").await;

        page.see("[data-testid=speak-as]").await.select_by_label("anna").await.unwrap();
        page.read("[data-testid=message]", "biscuits").await;
        page.see(&format!("{LAST}.mentions-me")).await;
        // It is still anna after loading anew; then she has read enough.
        page.refresh().await;
        page.read("[data-testid=message]", "biscuits").await;
        page.click("[data-testid=dismiss]").await;
        page.miss("[data-testid=only-you]").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn someone_new_can_speak_at_once() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.see("[data-testid=speak-as]").await.select_by_label("New member…").await.unwrap();
        page.see("[data-testid=new-member-dialog-input]:focus").await;
        page.keys(&format!("Carla{}", Key::Enter)).await;
        page.miss("[data-testid=new-member-dialog]").await;
        page.read("[data-testid=members]", "Carla").await;
        page.click("[data-testid=composer]").await;
        page.keys(&format!("ping{}", Key::Enter)).await;
        page.read("[data-testid=message]", "pong").await;
        page.see("[data-testid=reaction]").await;
        page.click("[data-testid=reaction]").await;
        page.read("[data-testid=reaction][aria-pressed=true]", "2").await;
        page.keys(&Key::Enter.to_string()).await;
        page.read("[data-testid=reaction][aria-pressed=false]", "1").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_picture_has_its_alt_text_and_opens_in_full_size() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/room{}{}", Key::Enter, Key::Enter)).await;
        page.read(LAST, "Tea room is thinking…").await;
        let picture = page.see("[data-testid=picture] img").await;
        assert_eq!(picture.attr("alt").await.unwrap().as_deref(), Some("The awning of the tea room, striped"));
        page.read("[data-testid=file]", "drinks.txt").await;
        page.click("[data-testid=picture]").await;
        page.read("[data-testid=picture-viewer]", "The awning of the tea room, striped").await;
        let loaded = "const image = document.querySelector('dialog img'); return image.complete && image.naturalWidth";
        page.hold(loaded, json!(640)).await;
        page.keys(&Key::Escape.to_string()).await;
        page.miss("[data-testid=picture-viewer]").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn markdown_is_shown_and_never_becomes_markup() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/markdown{}{}", Key::Enter, Key::Enter)).await;
        page.read(LAST, "<img src=x onerror=alert(1)>").await;
        for (css, text) in [
            (".heading-1", "Heading"),
            ("strong", "bold"),
            ("em", "italic"),
            ("u", "underlined"),
            ("s", "struck"),
            ("strong > em", "both"),
            ("p > code", "code"),
            ("blockquote", "and a second line"),
            ("ul ul li", "nested"),
            ("ol li", "second"),
            ("pre code", "<b>not bold</b>"),
            ("a[href='https://example.com/']", "A link"),
            ("time", "14 November 2023"),
            (".mention", "@anna"),
            (".mention", "#general"),
            (".subtext", "Small print"),
            (".text", "snake_case_name, 2 * 3 * 4, *not italic*"),
        ] {
            page.read(&format!("{LAST} {css}"), text).await;
        }
        assert!(!page.text(LAST).await.contains("spoiler"), "it is hidden");
        page.click(".spoiler").await;
        page.read(LAST, "spoiler").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn a_bot_that_says_nothing_is_told_of() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/silence{}{}", Key::Enter, Key::Enter)).await;
        page.read("[data-testid=waiting]", "Waiting for Tea room…").await;
        page.read("[data-testid=failed]", "The application did not respond").await;
        page.keys(&format!("/nonsense{}", Key::Enter)).await;
        page.read("[data-testid=notice]", "There is no such command.").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn threads_and_direct_messages_are_places_too() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/gossip{}{}", Key::Enter, Key::Enter)).await;
        page.click("[data-testid=thread-link]").await;
        page.read("[data-testid=channel-name]", "Gossip").await;
        page.read(LAST, "Have you heard?").await;
        page.click("[data-testid=direct]").await;
        page.read("[data-testid=channel-name]", "Tea room").await;
        page.keys(&format!("ping{}", Key::Enter)).await;
        page.read("[data-testid=message]", "pong").await;
        page.click("[data-testid=new-channel]").await;
        page.see("[data-testid=new-channel-dialog-input]:focus").await;
        page.keys(&format!("kitchen{}", Key::Enter)).await;
        page.read("[data-testid=channel-name]", "kitchen").await;
        page.read("[data-testid=hint]", "Type /").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn messages_are_answered_with_files_and_walked_with_arrows() {
    let sandbox = start().await;
    let anna = sandbox.guild("The tea room").member("anna");
    for number in 1..=60 {
        anna.say(&format!("Number {number}")).await;
    }
    Page::visit(sandbox.base(), |page| async move {
        page.read(LAST, "Number 60").await;
        page.click("[data-testid=older]").await;
        page.read("[data-testid=message]:first-child", "Number 1").await;
        page.miss("[data-testid=older]:not([hidden])").await;
        page.click("[data-testid=log]").await;
        page.ask("document.getElementById('log').focus()", Vec::new()).await;
        page.keys(&format!("{}{}", Key::Up, Key::Up)).await;
        page.see("[data-testid=message]:nth-last-child(2):focus").await;
        // React, then reply.
        page.keys(&format!("{}{}{}", Key::Tab, Key::Tab, Key::Enter)).await;
        page.read("[data-testid=reply-to]", "Replying to anna").await;
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        page.see("[data-testid=attach-input]").await.send_keys(file).await.unwrap();
        page.read("[data-testid=files]", "Cargo.toml").await;
        page.click("[data-testid=composer]").await;
        page.keys(&format!("See this{}", Key::Enter)).await;
        page.read(LAST, "See this").await;
        page.read(&format!("{LAST} .origin"), "anna Number 59").await;
        page.read(&format!("{LAST} [data-testid=file]"), "Cargo.toml").await;
        page.miss("[data-testid=reply-to]:not([hidden])").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn what_happens_elsewhere_is_shown_as_it_happens() {
    let sandbox = start().await;
    let guild = sandbox.guild("The tea room");
    Page::visit(sandbox.base(), |page| async move {
        page.read("[data-testid=hint]", "Type /").await;
        let bob = guild.member("bob");
        bob.run("/order drink:Coffee").await;
        page.read(LAST, "Coffee for bob").await;
        bob.run("/secret").await;
        let _ = guild.member("dora");
        page.read("[data-testid=members]", "dora").await;
        bob.run("/gossip").await;
        page.read("[data-testid=places] .unread", "Gossip").await;
        assert!(!page.text("[data-testid=messages]").await.contains("biscuits"), "that was for bob alone");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium and chromedriver: `.ci/run` installs them and runs it"]
async fn on_a_phone_the_sidebar_is_folded_away() {
    let sandbox = start().await;
    Page::visit(sandbox.base(), |page| async move {
        page.resize(500, 800).await;
        let hidden = "return getComputedStyle(document.getElementById('sidebar')).visibility";
        page.hold(hidden, json!("hidden")).await;
        page.click("[data-testid=sidebar-toggle]").await;
        page.see("[data-testid=speak-as]:focus").await;
        page.keys(&Key::Escape.to_string()).await;
        page.see("[data-testid=sidebar-toggle]:focus").await;
        page.click("[data-testid=composer]").await;
        page.keys(&format!("/counter{}{}", Key::Enter, Key::Enter)).await;
        page.read(LAST, "What will it be?").await;
        let wide = "return document.documentElement.scrollWidth - innerWidth";
        // Nothing stands out at the side, nor is cut off there, however much a menu says.
        page.hold(wide, json!(0)).await;
        let within = "const long = 'a long placeholder that no telephone shows in one line, whatever it is held like, and however small its letters'; \
            const faces = [...document.querySelectorAll('.chooser .face')]; faces.forEach((face) => { face.textContent = long; }); \
            return faces.length > 0 && [...document.querySelectorAll('.chooser')].every((menu) => menu.getBoundingClientRect().right <= innerWidth)";
        page.hold(within, json!(true)).await;
    })
    .await;
}
