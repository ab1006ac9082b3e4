"""A small bot as one writes it with discord.py 2, for the sandbox to be judged by.

The only lines that are there for the sandbox are those that set `Route.BASE` and `DEFAULT_GATEWAY`.
"""

import io
import os

import discord
import yarl
from discord import app_commands

API = os.environ["DISCORD_API"]
discord.http.Route.BASE = f"{API}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(API.replace("http", "ws", 1))

PLACES = ["Suakin", "Suez", "Tamai"]
DRINKS = [discord.SelectOption(label=name, value=name) for name in ("tea", "coffee", "water")]


class Bot(discord.Client):
    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_ready(self) -> None:
        for guild in self.guilds:
            await guild.text_channels[0].send("Present.")

    async def on_message(self, message: discord.Message) -> None:
        if message.content == "ping":
            await message.reply("pong")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await guild.text_channels[0].send(f"Thank you for having me at {guild.name}.")


bot = Bot()


class Form(discord.ui.Modal, title="Who are you?"):
    name = discord.ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Good day, {self.name.value}!")


class Panel(discord.ui.View):
    @discord.ui.button(label="count", custom_id="count")
    async def count(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        count = int(interaction.message.content.split()[1]) + 1
        await interaction.response.edit_message(content=f"Pressed {count}")

    @discord.ui.button(label="form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.select(custom_id="one", options=DRINKS)
    async def one(self, interaction: discord.Interaction, menu: discord.ui.Select) -> None:
        await interaction.response.send_message(f"One {' and '.join(menu.values)}.")

    @discord.ui.select(custom_id="many", options=DRINKS, max_values=3)
    async def many(self, interaction: discord.Interaction, menu: discord.ui.Select) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"Chosen: {' and '.join(menu.values)}")


@bot.tree.command(description="Greets someone")
async def greet(interaction: discord.Interaction, name: str, private: bool = False) -> None:
    await interaction.response.send_message(f"Good day, {name}!", ephemeral=private)


@bot.tree.command(description="Goes somewhere")
async def march(interaction: discord.Interaction, place: str) -> None:
    await interaction.response.send_message(f"To {place}.")


@march.autocomplete("place")
async def complete_place(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=place, value=place) for place in PLACES if place.startswith(typed)]


@bot.tree.command(description="Shows buttons and menus")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Pressed 0", view=Panel())


@bot.tree.command(description="Answers late, and twice")
async def think(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(content="Thought.")
    await interaction.followup.send("And again.")


@bot.tree.command(description="Copies a file")
async def copy(interaction: discord.Interaction, paper: discord.Attachment) -> None:
    content = await paper.read()
    file = discord.File(io.BytesIO(content), filename=f"copy-of-{paper.filename}")
    await interaction.response.send_message(f"{len(content)} bytes", file=file)


@bot.tree.command(description="Opens a thread")
async def discuss(interaction: discord.Interaction, about: str) -> None:
    await interaction.response.send_message("In the thread.")
    answer = await interaction.original_response()
    message = await interaction.channel.fetch_message(answer.id)
    thread = await message.create_thread(name=about)
    await thread.send("Well?")


async def pin(interaction: discord.Interaction) -> str:
    newest = [message async for message in interaction.channel.history(limit=1)][0]
    await newest.pin()
    return f"pins: {len([message async for message in interaction.channel.pins()])}"


async def delete(interaction: discord.Interaction) -> str:
    newest = [message async for message in interaction.channel.history(limit=1)][0]
    await newest.delete()
    return f"deleted {newest.content}"


async def purge(interaction: discord.Interaction) -> str:
    newest = [message async for message in interaction.channel.history(limit=2)]
    await interaction.channel.delete_messages(newest)
    return f"purged {len(newest)}"


async def role(interaction: discord.Interaction) -> str:
    scouts = await interaction.guild.create_role(name="Scouts", mentionable=True)
    await interaction.user.add_roles(scouts)
    member = await interaction.guild.fetch_member(interaction.user.id)
    had = "Scouts" if scouts.id in [one.id for one in member.roles] else "nothing"
    await scouts.edit(name="Outriders")
    await member.remove_roles(scouts)
    await scouts.delete()
    return f"had {had}"


async def channel(interaction: discord.Interaction) -> str:
    made = await interaction.guild.create_text_channel("Staff Room")
    changed = await made.edit(topic="Maps")
    await made.send("Here.")
    await made.delete()
    return f"made {made.name}, about {changed.topic}"


MANAGE = {"pin": pin, "delete": delete, "purge": purge, "role": role, "channel": channel}


@bot.tree.command(description="Does what needs permissions")
@app_commands.choices(what=[app_commands.Choice(name=name, value=name) for name in MANAGE])
async def manage(interaction: discord.Interaction, what: str) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        done = await MANAGE[what](interaction)
    except discord.HTTPException as error:
        done = f"refused: {error.code}"
    await interaction.edit_original_response(content=done)


bot.run(os.environ["DISCORD_TOKEN"])
