//! The migrations are read when the program is built: a new one is a reason to build it anew, which Cargo does not see by itself.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
