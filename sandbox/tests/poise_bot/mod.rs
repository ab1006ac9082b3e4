//! A small bot built with poise, as the sandbox's tests need one: a little of everything.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail by it")]

use std::time::Duration;

use poise::serenity_prelude as serenity;
use sandbox::{Sandbox, Settings};

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// Answers with what it was given, in an embed.
#[poise::command(slash_command)]
async fn echo(
    ctx: Context<'_>,
    #[description = "What to say"] text: String,
    #[description = "A number"]
    #[min = 1]
    #[max = 6]
    number: Option<i64>,
    #[description = "Only for you"] private: Option<bool>,
    #[description = "Who"] who: Option<serenity::User>,
) -> Result<(), Error> {
    let who = who.map_or_else(|| "nobody".to_owned(), |user| user.name);
    let embed = serenity::CreateEmbed::new()
        .title("Echo")
        .description(text)
        .timestamp(ctx.created_at())
        .field("number", format!("{number:?}"), true)
        .field("who", who, true);
    let reply = poise::CreateReply::default().embed(embed).ephemeral(private.unwrap_or(false));
    ctx.send(reply).await?;
    Ok(())
}

/// Thinks, then shows a picture.
#[poise::command(slash_command)]
async fn picture(ctx: Context<'_>) -> Result<(), Error> {
    ctx.defer().await?;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let file = serenity::CreateAttachment::bytes(&b"\x89PNG\r\n\x1a\n not quite"[..], "map.png");
    let embed = serenity::CreateEmbed::new().title("Map").image("attachment://map.png");
    ctx.send(poise::CreateReply::default().embed(embed).attachment(file)).await?;
    Ok(())
}

/// Shows a button, a menu and a button that opens a form.
#[poise::command(slash_command)]
async fn menu(ctx: Context<'_>) -> Result<(), Error> {
    let options = vec![
        serenity::CreateSelectMenuOption::new("Tea", "tea"),
        serenity::CreateSelectMenuOption::new("Coffee", "coffee").description("Black"),
    ];
    let menu = serenity::CreateSelectMenu::new("drink", serenity::CreateSelectMenuKind::String { options }).placeholder("Choose a drink");
    let rows = vec![
        serenity::CreateActionRow::Buttons(vec![
            serenity::CreateButton::new("count:0").label("Count"),
            serenity::CreateButton::new("form").label("Form"),
            serenity::CreateButton::new("quiet").label("Quiet"),
            serenity::CreateButton::new("later").label("Later"),
        ]),
        serenity::CreateActionRow::SelectMenu(menu),
    ];
    ctx.send(poise::CreateReply::default().content("Choose").components(rows)).await?;
    Ok(())
}

async fn complete_place(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let places = ["Tamai", "Tokar", "Trinkitat", "Suakin"].into_iter();
    let fitting = places.filter(|place| place.to_lowercase().starts_with(&partial.to_lowercase()));
    serenity::CreateAutocompleteResponse::new().set_choices(fitting.map(|place| serenity::AutocompleteChoice::new(place, place)).collect())
}

/// Has two subcommands.
#[poise::command(slash_command, subcommands("there", "back"), subcommand_required)]
async fn march(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Goes.
#[poise::command(slash_command)]
async fn there(
    ctx: Context<'_>,
    #[description = "Where to"]
    #[autocomplete = "complete_place"]
    place: String,
) -> Result<(), Error> {
    ctx.say(format!("To {place}.")).await?;
    Ok(())
}

/// Comes.
#[poise::command(slash_command)]
async fn back(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("Back.").await?;
    Ok(())
}

/// Starts a thread and writes in it.
#[poise::command(slash_command, guild_only)]
async fn battle(ctx: Context<'_>) -> Result<(), Error> {
    let reply = ctx.say("A battle").await?;
    let message = reply.message().await?.into_owned();
    let builder = serenity::CreateThread::new("The battle");
    let thread = ctx.channel_id().create_thread_from_message(ctx, message.id, builder).await?;
    thread.id.say(ctx, "Form square!").await?;
    Ok(())
}

/// Says nothing at all.
#[poise::command(slash_command)]
async fn silence(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Posts into the channel by REST.
#[poise::command(slash_command)]
async fn post(ctx: Context<'_>) -> Result<(), Error> {
    let nonce = serenity::Nonce::String("once".to_owned());
    for _ in 0..2 {
        let builder = serenity::CreateMessage::new().content("Once").nonce(nonce.clone()).enforce_nonce(true);
        let sent = ctx.channel_id().send_message(ctx, builder).await;
        if let Err(error) = sent {
            ctx.say(format!("Refused: {error}")).await?;
            return Ok(());
        }
    }
    ctx.say("Posted").await?;
    Ok(())
}

/// Looks at a person.
#[poise::command(context_menu_command = "Look at")]
async fn look(ctx: Context<'_>, user: serenity::User) -> Result<(), Error> {
    ctx.say(format!("I see {}", user.name)).await?;
    Ok(())
}

async fn on_event(ctx: &serenity::Context, event: &serenity::FullEvent) -> Result<(), Error> {
    match event {
        serenity::FullEvent::Message { new_message } if new_message.content == "ping" => {
            new_message.reply(ctx, "pong").await?;
        }
        serenity::FullEvent::InteractionCreate { interaction } => on_interaction(ctx, interaction).await?,
        serenity::FullEvent::ReactionAdd { add_reaction } if add_reaction.emoji.unicode_eq("🎲") => {
            add_reaction.channel_id.say(ctx, "A die was thrown").await?;
        }
        _ => {}
    }
    Ok(())
}

async fn on_interaction(ctx: &serenity::Context, interaction: &serenity::Interaction) -> Result<(), Error> {
    use serenity::{CreateInteractionResponse as Answer, CreateInteractionResponseMessage as Text};
    if let Some(component) = interaction.as_message_component() {
        let answer = match component.data.custom_id.as_str() {
            "form" => {
                let input = serenity::CreateInputText::new(serenity::InputTextStyle::Short, "Name", "name");
                let rows = vec![serenity::CreateActionRow::InputText(input)];
                Answer::Modal(serenity::CreateModal::new("form:1", "A form").components(rows))
            }
            "drink" => {
                let serenity::ComponentInteractionDataKind::StringSelect { values } = &component.data.kind else {
                    return Ok(());
                };
                let text = Text::new().content(format!("{} it is", values.join(", "))).ephemeral(true);
                Answer::Message(text)
            }
            "quiet" => Answer::Acknowledge,
            "later" => {
                component.create_response(ctx, Answer::Acknowledge).await?;
                let edit = serenity::EditInteractionResponse::new().content("Later came");
                component.edit_response(ctx, edit).await?;
                return Ok(());
            }
            other => match other.strip_prefix("count:").and_then(|count| count.parse::<u32>().ok()) {
                Some(count) => {
                    let button = serenity::CreateButton::new(format!("count:{}", count + 1)).label("Count");
                    let rows = vec![serenity::CreateActionRow::Buttons(vec![button])];
                    Answer::UpdateMessage(Text::new().content(format!("{}", count + 1)).components(rows))
                }
                None => Answer::Message(Text::new().content("That is out of date").ephemeral(true)),
            },
        };
        component.create_response(ctx, answer).await?;
    }
    if let Some(modal) = interaction.as_modal_submit() {
        let serenity::ActionRowComponent::InputText(input) = &modal.data.components[0].components[0] else {
            return Ok(());
        };
        let name = input.value.clone().unwrap_or_default();
        let text = Text::new().content(format!("Good day, {name}"));
        modal.create_response(ctx, Answer::Message(text)).await?;
    }
    Ok(())
}

/// A sandbox with the bot running in it; the bot ends with the test's runtime.
pub(crate) async fn start(settings: Settings) -> Sandbox {
    let sandbox = Sandbox::start(settings).await.unwrap();
    let _ = sandbox.guild("The Camel Corps");
    let http = serenity::HttpBuilder::new(sandbox.token()).proxy(sandbox.base()).ratelimiter_disabled(true).build();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![echo(), picture(), menu(), march(), battle(), silence(), post(), look()],
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
    let mut client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await.unwrap();
    tokio::spawn(async move {
        let _ = client.start().await;
    });
    sandbox.wait_for_commands().await;
    sandbox
}
