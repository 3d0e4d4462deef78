//! Files of search trees: what can be read is drawn.
#![no_main]

use lab::tree::Tree;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(tree) = Tree::read(bytes) else { return };
    for most in [1, 200] {
        let picture = lab::tree::draw(&tree, most);
        assert!(picture.ends_with("</svg>\n"), "the picture is whole");
    }
});
