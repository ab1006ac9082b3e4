//! A disk that is full at a write: at whichever it is, what was asked is refused in a sentence and nothing of it is written, or it is done and
//! written; and once there is room again all goes on. `FULL_DISK_STEP` says how many writes further it is full
//! the next time: 7, or all of them with 1.

use std::path::Path;

use crate::killed::setting;
use crate::slow_disk::library;
use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};

/// The C library's writes, of which so many as the file `ROOM` says find room in the journal's files, and none after them; all do where there is
/// no such file.
const FULL_DISK: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_full(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, "umpire.db")) return 0;
    FILE *room = fopen(ROOM, "r+");
    if (!room) return 0;
    int left = 0;
    if (fscanf(room, "%d", &left) != 1) left = 0;
    if (left > 0) { rewind(room); fprintf(room, "%-8d", left - 1); }
    fclose(room);
    if (left > 0) return 0;
    errno = ENOSPC;
    return 1;
}
ssize_t write(int file, const void *bytes, size_t length) {
    return is_full(file) ? -1 : syscall(SYS_write, file, bytes, length);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return is_full(file) ? -1 : syscall(SYS_pwrite64, file, bytes, length, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return is_full(file) ? -1 : syscall(SYS_pwrite64, file, bytes, length, offset);
}
"#;

/// Whether there was less room than was wanted.
fn ran_out(room: &Path) -> bool {
    std::fs::read_to_string(room).unwrap().trim().parse::<u32>().unwrap() == 0
}

#[tokio::test(flavor = "multi_thread")]
async fn at_whichever_write_the_disk_is_full_an_order_or_an_undo_is_done_and_written_or_refused_in_a_sentence_and_not_written() {
    not_beside!("the umpire is a process of its own in every run");
    let folder = tempfile::tempdir().unwrap();
    let room = folder.path().join("room");
    let library = library(folder.path(), FULL_DISK, &[&format!("-DROOM=\"{}\"", room.display())]);
    let table = Table::laid_separately_with("LD_PRELOAD", &library).await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    let (step, begun) = (setting("FULL_DISK_STEP", 7), table.journal_rows().await);
    let (mut refused, mut done, mut writes) = (0, 0, 0);
    // Once both have been done so often, what is refused further on is bookkeeping alone.
    while done < 6 {
        for line in ["/turn order:Pass", "/undo"] {
            let before = table.journal_rows().await;
            std::fs::write(&room, format!("{writes:<8}")).unwrap();
            let reply = rich.run(line).await;
            let was_full = ran_out(&room);
            std::fs::remove_file(&room).unwrap();
            // Where it could be posted too, the answer has been taken back: the post says it all.
            let answer = reply.try_message();
            let said = format!("{writes} {line}: {}", answer.as_ref().map_or_else(String::new, |message| message.text()));
            println!("{said}");
            assert!(reply.failure().is_none(), "{said}");
            match table.journal_rows().await - before {
                1 => done += 1,
                0 => {
                    refused += 1;
                    let is_private = answer.is_some_and(|message| message.is_ephemeral());
                    assert!(was_full && is_private && said.contains("nothing has been done"), "{said}");
                    // With room it is taken.
                    let taken = rich.run(line).await;
                    assert!(taken.failure().is_none() && table.journal_rows().await == before + 1, "{said}, then {}", taken.text());
                }
                more => panic!("{said}: {more} rows"),
            }
        }
        writes += step;
    }
    assert!(refused > 4, "{refused}");
    table.until_posted().await;
    assert_eq!(table.journal_rows().await, begun + refused + done, "each is in the journal once");
    let verdict = rich.run("/campaign verify").await;
    assert!(verdict.text().contains("Proved: "), "{}", verdict.text());
    table.wait_for("the rebellion spreads").await;
    table.until("the board is true", async || table.guild.channel("general").messages().iter().any(is_board)).await;
}
