//! A small bot built with poise: a little of everything the page shows.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use sandbox::Sandbox;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;
type SlashContext<'a> = poise::ApplicationContext<'a, (), Error>;

const DRINKS: [&str; 6] = ["Assam", "Darjeeling", "Ceylon", "Earl Grey", "Lapsang souchong", "Coffee"];

async fn complete_drink(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let fitting = DRINKS.into_iter().filter(|drink| drink.to_lowercase().contains(&partial.to_lowercase()));
    serenity::CreateAutocompleteResponse::new().set_choices(fitting.map(|drink| serenity::AutocompleteChoice::new(drink, drink)).collect())
}

#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Strength {
    Weak,
    #[name = "As it comes"]
    Usual,
    Strong,
}

/// Order a drink, for yourself or someone else
#[poise::command(slash_command)]
async fn order(
    ctx: Context<'_>,
    #[description = "What to drink"]
    #[autocomplete = "complete_drink"]
    drink: String,
    #[description = "How many cups"]
    #[min = 1]
    #[max = 6]
    cups: Option<i64>,
    #[description = "How strong"] strength: Option<Strength>,
    #[description = "With milk"] milk: Option<bool>,
    #[description = "Whom it is for"] guest: Option<serenity::User>,
) -> Result<(), Error> {
    let guest = guest.as_ref().unwrap_or_else(|| ctx.author());
    let embed = serenity::CreateEmbed::new()
        .title(format!("{drink} for {}", guest.name))
        .description(format!("Ordered by <@{}>, ready <t:{}:R>.", ctx.author().id, ctx.created_at().unix_timestamp() + 240))
        .color(0x00c9_8a2b)
        .field("Cups", cups.unwrap_or(1).to_string(), true)
        .field("Strength", poise::ChoiceParameter::name(&strength.unwrap_or(Strength::Usual)), true)
        .field("Milk", if milk.unwrap_or(false) { "yes" } else { "no" }, true)
        .footer(serenity::CreateEmbedFooter::new("Scones are fresh"));
    ctx.send(poise::CreateReply::default().embed(embed)).await?;
    Ok(())
}

/// A striped picture, as PNG.
fn stripes(width: u32, height: u32) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let colours = [[201, 138, 43], [246, 233, 206], [120, 72, 32], [59, 87, 201]];
    let pixels: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x + y) / 40 % 4))
        .flat_map(|stripe| colours.get(stripe as usize).copied().unwrap_or_default())
        .collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}

/// Show the room: a picture in an embed, after some thought
#[poise::command(slash_command)]
async fn room(ctx: Context<'_>) -> Result<(), Error> {
    ctx.defer().await?;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let picture = serenity::CreateAttachment::bytes(stripes(640, 360)?, "room.png").description("The awning of the tea room, striped");
    let list = serenity::CreateAttachment::bytes(DRINKS.join("\n"), "drinks.txt");
    let embed = serenity::CreateEmbed::new().title("The tea room").image("attachment://room.png").color(0x003b_57c9);
    ctx.send(poise::CreateReply::default().embed(embed).attachment(picture).attachment(list)).await?;
    Ok(())
}

/// Hang up a picture
#[poise::command(slash_command)]
async fn hang(
    ctx: Context<'_>,
    #[description = "The picture, or any file"] picture: serenity::Attachment,
    #[description = "Where to announce it"] place: Option<serenity::GuildChannel>,
    #[description = "Who is to look at it"] guests: Option<serenity::Role>,
    #[description = "How high, in metres"]
    #[min = 0.5]
    #[max = 2.5]
    height: Option<f64>,
) -> Result<(), Error> {
    let place = place.map_or_else(|| "here".to_owned(), |channel| format!("in <#{}>", channel.id));
    let guests = guests.map_or_else(|| "everyone".to_owned(), |role| format!("<@&{}>", role.id));
    let height = height.unwrap_or(1.5);
    ctx.say(format!("{} ({} bytes) hangs {height} m high, for {guests}, {place}.", picture.filename, picture.size)).await?;
    Ok(())
}

/// Buttons and menus of every kind
#[poise::command(slash_command)]
async fn counter(ctx: Context<'_>) -> Result<(), Error> {
    use serenity::{ButtonStyle, CreateActionRow as Row, CreateButton as Button, CreateSelectMenu as Menu, CreateSelectMenuKind as Kind};
    let cakes = [("Scone", "with jam"), ("Seed cake", "dry"), ("Shortbread", "from Edinburgh")];
    let options = cakes.map(|(name, text)| serenity::CreateSelectMenuOption::new(name, name).description(text)).to_vec();
    let rows = vec![
        Row::Buttons(vec![
            Button::new("count:0").label("Count").emoji('🔔'),
            Button::new("form").label("Complain").style(ButtonStyle::Danger),
            Button::new("hush").label("Whisper").style(ButtonStyle::Success),
            Button::new("nothing").label("Closed").style(ButtonStyle::Secondary).disabled(true),
            Button::new_link("https://example.com/").label("Prices"),
        ]),
        Row::SelectMenu(Menu::new("cake", Kind::String { options: options.clone() }).placeholder("Choose a cake")),
        Row::SelectMenu(Menu::new("cakes", Kind::String { options }).placeholder("Choose up to three").min_values(0).max_values(3)),
        Row::SelectMenu(Menu::new("guest", Kind::User { default_users: None }).placeholder("Choose a guest")),
    ];
    ctx.send(poise::CreateReply::default().content("What will it **be**?").components(rows)).await?;
    Ok(())
}

#[derive(Debug, poise::Modal)]
#[name = "Leave a note"]
struct Note {
    #[name = "For whom"]
    #[placeholder = "a name"]
    #[min_length = 2]
    #[max_length = 20]
    whom: String,
    #[name = "What to say"]
    #[paragraph]
    text: Option<String>,
}

/// Leave a note for someone
#[poise::command(slash_command)]
async fn note(ctx: SlashContext<'_>) -> Result<(), Error> {
    let draft = Note { whom: "the cook".to_owned(), text: None };
    let Some(note) = poise::execute_modal(ctx, Some(draft), None).await? else { return Ok(()) };
    ctx.say(format!("For {}: {}", note.whom, note.text.unwrap_or_else(|| "nothing".to_owned()))).await?;
    Ok(())
}

/// Lay and clear the table
#[poise::command(slash_command, subcommands("lay", "clear"), subcommand_required)]
async fn table(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Lay the table
#[poise::command(slash_command)]
async fn lay(ctx: Context<'_>, #[description = "How many places"] places: u32) -> Result<(), Error> {
    ctx.say(format!("{places} places are laid.")).await?;
    Ok(())
}

/// Clear the table
#[poise::command(slash_command)]
async fn clear(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("Cleared.").await?;
    Ok(())
}

/// Something only for you
#[poise::command(slash_command)]
async fn secret(ctx: Context<'_>) -> Result<(), Error> {
    ctx.send(poise::CreateReply::default().content("The biscuits are in the blue tin.").ephemeral(true)).await?;
    Ok(())
}

const MARKDOWN: &str = "# Heading\n## Smaller\n**bold** *italic* __underlined__ ~~struck~~ ***both*** `code` ||spoiler||\n\
    > A quote, *with* emphasis\n> and a second line\n- one\n- two\n  - nested\n1. first\n2. second\n\
    ```rust\nfn main() {\n    println!(\"<b>not bold</b>\");\n}\n```\n\
    [A link](https://example.com/ \"title\") and https://example.com/path?q=1, snake_case_name, 2 * 3 * 4, \\*not italic\\*.\n\
    <t:1700000000:D> <t:1700000000:R> @everyone\n-# Small print, <img src=x onerror=alert(1)>";

/// All the markdown there is
#[poise::command(slash_command)]
async fn markdown(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say(format!("{MARKDOWN} <@{}> <#{}>", ctx.author().id, ctx.channel_id())).await?;
    Ok(())
}

/// Open a thread and talk in it
#[poise::command(slash_command, guild_only)]
async fn gossip(ctx: Context<'_>) -> Result<(), Error> {
    let message = ctx.say("Come closer.").await?.into_message().await?;
    let thread = ctx.channel_id().create_thread_from_message(ctx, message.id, serenity::CreateThread::new("Gossip")).await?;
    thread.id.say(ctx, "Have you heard?").await?;
    Ok(())
}

/// Say nothing at all: what a bot that has crashed looks like
#[poise::command(slash_command)]
async fn silence(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Greets someone.
#[poise::command(context_menu_command = "Greet")]
async fn greet(ctx: Context<'_>, user: serenity::User) -> Result<(), Error> {
    ctx.say(format!("Good afternoon, <@{}>!", user.id)).await?;
    Ok(())
}

/// Repeats a message.
#[poise::command(context_menu_command = "Repeat")]
async fn repeat(ctx: Context<'_>, message: serenity::Message) -> Result<(), Error> {
    ctx.say(format!("> {}", message.content)).await?;
    Ok(())
}

async fn on_event(ctx: &serenity::Context, event: &serenity::FullEvent) -> Result<(), Error> {
    match event {
        serenity::FullEvent::Message { new_message } if new_message.content == "ping" => {
            new_message.channel_id.broadcast_typing(ctx).await?;
            new_message.reply(ctx, "pong").await?;
            new_message.react(ctx, '🏓').await?;
        }
        serenity::FullEvent::InteractionCreate { interaction: serenity::Interaction::Component(component) } => {
            on_component(ctx, component).await?;
        }
        serenity::FullEvent::InteractionCreate { interaction: serenity::Interaction::Modal(modal) }
            if modal.data.custom_id == "complaint" =>
        {
            let text = serenity::CreateInteractionResponseMessage::new().content("It will be looked into.").ephemeral(true);
            modal.create_response(ctx, serenity::CreateInteractionResponse::Message(text)).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn on_component(ctx: &serenity::Context, component: &serenity::ComponentInteraction) -> Result<(), Error> {
    use serenity::{ComponentInteractionDataKind as Data, CreateInteractionResponse as Answer, CreateInteractionResponseMessage as Text};
    let private = |text: String| Answer::Message(Text::new().content(text).ephemeral(true));
    let answer = match (&component.data.kind, component.data.custom_id.as_str()) {
        (Data::StringSelect { values }, _) => {
            private(format!("{}, very well.", if values.is_empty() { "Nothing".to_owned() } else { values.join(", ") }))
        }
        (Data::UserSelect { values }, _) => private(values.iter().map(|user| format!("<@{user}> is invited.")).collect()),
        (_, "form") => {
            let text = serenity::CreateInputText::new(serenity::InputTextStyle::Paragraph, "What is wrong", "text").min_length(5);
            let rows = vec![serenity::CreateActionRow::InputText(text)];
            Answer::Modal(serenity::CreateModal::new("complaint", "A complaint").components(rows))
        }
        (_, "hush") => private("Psst.".to_owned()),
        (_, other) => {
            let count = other.strip_prefix("count:").and_then(|count| count.parse::<u32>().ok()).unwrap_or(0) + 1;
            let button = serenity::CreateButton::new(format!("count:{count}")).label(format!("Count ({count})"));
            Answer::UpdateMessage(Text::new().components(vec![serenity::CreateActionRow::Buttons(vec![button])]))
        }
    };
    component.create_response(ctx, answer).await?;
    Ok(())
}

/// Runs the bot against a sandbox, until its connection ends.
pub(crate) async fn run(sandbox: &Sandbox) -> Result<(), Error> {
    let http = serenity::HttpBuilder::new(sandbox.token()).proxy(sandbox.base()).ratelimiter_disabled(true).build();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![
                order(),
                room(),
                hang(),
                counter(),
                note(),
                table(),
                secret(),
                markdown(),
                gossip(),
                silence(),
                greet(),
                repeat(),
            ],
            event_handler: |framework, event| Box::pin(on_event(framework.serenity_context, event)),
            ..Default::default()
        })
        .setup(|ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                Ok(())
            })
        })
        .build();
    let intents = serenity::GatewayIntents::non_privileged() | serenity::GatewayIntents::MESSAGE_CONTENT;
    let mut client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await?;
    client.start().await?;
    Ok(())
}
