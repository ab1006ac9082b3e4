//! Bots in other languages, each a process that ends with its test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sandbox::{Sandbox, Settings};

/// A library with the bot written for it.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    name: &'static str,
    /// The variable that names what is installed.
    variable: &'static str,
    /// The command that starts the bot, given what is installed and the bot's folder.
    command: fn(&Path, &Path) -> Command,
}

/// discord.js 14.
pub(crate) const DISCORD_JS: Library = Library {
    name: "discord_js",
    variable: "SANDBOX_DISCORD_JS",
    command: |installed, folder| {
        let mut command = Command::new("node");
        command.arg(folder.join("bot.js")).env("NODE_PATH", installed.join("node_modules"));
        command
    },
};

/// discord.py 2.
pub(crate) const DISCORD_PY: Library = Library {
    name: "discord_py",
    variable: "SANDBOX_DISCORD_PY",
    command: |installed, folder| {
        let mut command = Command::new(installed);
        command.arg(folder.join("bot.py")).env("PYTHONDONTWRITEBYTECODE", "1");
        command
    },
};

/// A bot at work, with its sandbox. What it printed is shown when its test fails.
pub(crate) struct Bot {
    pub(crate) sandbox: Sandbox,
    process: Child,
    printed: PathBuf,
}

impl Bot {
    /// Starts a bot with a guild to be in, and waits until it has registered its commands.
    pub(crate) async fn start(library: Library, settings: Settings) -> Self {
        let Library { name, variable, command } = library;
        let installed = std::env::var_os(variable).unwrap_or_else(|| panic!("{variable} does not name what is installed"));
        let installed = std::path::absolute(installed).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name);
        let sandbox = Sandbox::start(settings).await.unwrap();
        let _ = sandbox.guild("The Camel Corps");
        let port = sandbox.base().rsplit(':').next().unwrap().to_owned();
        let printed = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{port}.log"));
        let output = std::fs::File::create(&printed).unwrap();
        let process = command(&installed, &folder)
            .env("DISCORD_API", sandbox.base())
            .env("DISCORD_TOKEN", sandbox.token())
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap_or_else(|error| panic!("{name} does not start: {error}"));
        let bot = Self { sandbox, process, printed };
        bot.sandbox.wait_for_commands().await;
        bot
    }

    /// Orders trouble over HTTP.
    pub(crate) async fn order(&self, path: &str) {
        let url = format!("{}{path}", self.sandbox.base());
        let answer = reqwest::Client::new().post(url).timeout(std::time::Duration::from_secs(10)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let printed = std::fs::read_to_string(&self.printed).unwrap_or_default();
        if std::thread::panicking() {
            eprintln!("--- what the bot printed ---\n{printed}\n---");
        }
        let _ = std::fs::remove_file(&self.printed);
    }
}
