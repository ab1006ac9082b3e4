// A small bot as one writes it with discord.js 14, for the sandbox to be judged by. The only lines that are there for the
// sandbox are those that give `api` and `token`.
"use strict";

const {
    ActionRowBuilder,
    ApplicationCommandOptionType: Option,
    AttachmentBuilder,
    ButtonBuilder,
    ButtonStyle,
    Client,
    DiscordAPIError,
    Events,
    GatewayIntentBits,
    MessageFlags,
    ModalBuilder,
    StringSelectMenuBuilder,
    TextInputBuilder,
    TextInputStyle,
} = require("discord.js");

const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
    rest: { api: `${process.env.DISCORD_API}/api` },
});

const places = ["Suakin", "Suez", "Tamai"];

const commands = [
    {
        name: "greet",
        description: "Greets someone",
        options: [
            { name: "name", description: "Whom", type: Option.String, required: true },
            { name: "private", description: "Only for you", type: Option.Boolean },
        ],
    },
    {
        name: "march",
        description: "Goes somewhere",
        options: [{ name: "place", description: "Where to", type: Option.String, required: true, autocomplete: true }],
    },
    { name: "panel", description: "Shows buttons and menus" },
    { name: "think", description: "Answers late, and twice" },
    {
        name: "copy",
        description: "Copies a file",
        options: [{ name: "paper", description: "Which", type: Option.Attachment, required: true }],
    },
    {
        name: "discuss",
        description: "Opens a thread",
        options: [{ name: "about", description: "What about", type: Option.String, required: true }],
    },
    {
        name: "manage",
        description: "Does what needs permissions",
        options: [
            {
                name: "what",
                description: "What",
                type: Option.String,
                required: true,
                choices: ["pin", "delete", "purge", "role", "channel"].map((name) => ({ name, value: name })),
            },
        ],
    },
];

function panel() {
    const drinks = ["tea", "coffee", "water"].map((name) => ({ label: name, value: name }));
    const menu = (id, most) => new StringSelectMenuBuilder().setCustomId(id).setMaxValues(most).addOptions(drinks);
    const button = (id) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary);
    return [
        new ActionRowBuilder().addComponents(button("count"), button("form")),
        new ActionRowBuilder().addComponents(menu("one", 1)),
        new ActionRowBuilder().addComponents(menu("many", 3)),
    ];
}

function form() {
    const name = new TextInputBuilder().setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Short);
    return new ModalBuilder()
        .setCustomId("form")
        .setTitle("Who are you?")
        .addComponents(new ActionRowBuilder().addComponents(name));
}

// What needs permissions; each way is that of the library.
const manage = {
    async pin({ channel }) {
        const [newest] = (await channel.messages.fetch({ limit: 1 })).values();
        await newest.pin();
        return `pins: ${(await channel.messages.fetchPins()).items.length}`;
    },
    async delete({ channel }) {
        const [newest] = (await channel.messages.fetch({ limit: 1 })).values();
        await newest.delete();
        return `deleted ${newest.content}`;
    },
    async purge({ channel }) {
        const gone = await channel.bulkDelete(2);
        return `purged ${gone.size}`;
    },
    async role({ guild, member }) {
        const role = await guild.roles.create({ name: "Scouts", mentionable: true });
        await member.roles.add(role);
        const names = (await member.fetch()).roles.cache.map((one) => one.name);
        await role.edit({ name: "Outriders" });
        await member.roles.remove(role);
        await role.delete();
        return `had ${names.includes("Scouts") ? "Scouts" : "nothing"}`;
    },
    async channel({ guild }) {
        const channel = await guild.channels.create({ name: "Staff Room" });
        await channel.edit({ topic: "Maps" });
        await channel.send("Here.");
        await channel.delete();
        return `made ${channel.name}, about ${channel.topic}`;
    },
};

const answers = {
    async greet(interaction) {
        const flags = interaction.options.getBoolean("private") ? MessageFlags.Ephemeral : undefined;
        await interaction.reply({ content: `Good day, ${interaction.options.getString("name")}!`, flags });
    },
    async march(interaction) {
        await interaction.reply(`To ${interaction.options.getString("place")}.`);
    },
    async panel(interaction) {
        await interaction.reply({ content: "Pressed 0", components: panel() });
    },
    async think(interaction) {
        await interaction.deferReply();
        await interaction.editReply("Thought.");
        await interaction.followUp("And again.");
    },
    async copy(interaction) {
        const paper = interaction.options.getAttachment("paper");
        const bytes = Buffer.from(await (await fetch(paper.url)).arrayBuffer());
        const copy = new AttachmentBuilder(bytes, { name: `copy-of-${paper.name}` });
        await interaction.reply({ content: `${bytes.length} bytes`, files: [copy] });
    },
    async discuss(interaction) {
        await interaction.reply("In the thread.");
        const message = await interaction.fetchReply();
        const thread = await message.startThread({ name: interaction.options.getString("about") });
        await thread.send("Well?");
    },
    async manage(interaction) {
        await interaction.deferReply({ flags: MessageFlags.Ephemeral });
        const done = manage[interaction.options.getString("what")](interaction);
        const refused = (error) => {
            if (error instanceof DiscordAPIError) return `refused: ${error.code}`;
            throw error;
        };
        await interaction.editReply(await done.catch(refused));
    },
};

const presses = {
    async count(interaction) {
        const count = Number(interaction.message.content.split(" ")[1]) + 1;
        await interaction.update({ content: `Pressed ${count}` });
    },
    async form(interaction) {
        if (interaction.isModalSubmit()) {
            await interaction.reply(`Good day, ${interaction.fields.getTextInputValue("name")}!`);
        } else {
            await interaction.showModal(form());
        }
    },
    async one(interaction) {
        await interaction.reply(`One ${interaction.values.join(" and ")}.`);
    },
    async many(interaction) {
        await interaction.deferUpdate();
        await interaction.editReply({ content: `Chosen: ${interaction.values.join(" and ")}` });
    },
};

client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isAutocomplete()) {
        const typed = interaction.options.getFocused();
        const fitting = places.filter((place) => place.startsWith(typed));
        await interaction.respond(fitting.map((name) => ({ name, value: name })));
    } else if (interaction.isChatInputCommand()) {
        await answers[interaction.commandName](interaction);
    } else {
        await presses[interaction.customId](interaction);
    }
});

client.on(Events.MessageCreate, async (message) => {
    if (message.content === "ping") await message.reply("pong");
});

client.on(Events.GuildCreate, async (guild) => {
    const channel = guild.channels.cache.find((one) => one.isTextBased());
    await channel.send(`Thank you for having me at ${guild.name}.`);
});

client.once(Events.ClientReady, async () => {
    await client.application.commands.set(commands);
    for (const guild of client.guilds.cache.values()) {
        await guild.channels.cache.find((one) => one.isTextBased()).send("Present.");
    }
});

client.login(process.env.DISCORD_TOKEN);
