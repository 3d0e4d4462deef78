//! What the proof of a certificate may say.
//!
//! The format of VeriPB has rules that weaken a proof: assumptions that nobody
//! checks, say, of which the checker only warns. So a proof is read here before
//! the checker reads it, and may hold nothing but the rules that certificates
//! are written with: a line each, in the order in which they are written.

/// Checks that a proof uses no other rules and ends with this conclusion.
///
/// # Errors
/// The first line that does not belong there.
pub(super) fn check(proof: &[u8], conclusion: &str) -> Result<(), String> {
    let text = std::str::from_utf8(proof).map_err(|_| "the proof is not text".to_owned())?;
    // Nothing may look like one line here and like two to the checker.
    if text.contains(|c: char| c.is_control() && c != '\n') {
        return Err("the proof has control characters".to_owned());
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let closing =
        ["output NONE ;".to_owned(), format!("conclusion {conclusion} ;"), "end pseudo-Boolean proof ;".into()];
    for expected in closing.iter().rev() {
        if lines.pop() != Some(expected) {
            return Err(format!("the proof does not end with `{}`", closing.join(" ")));
        }
    }
    let mut lines = (1..).zip(lines);
    let (begin, formula) = (lines.next(), lines.next());
    let constraints = formula.and_then(|(_, line)| line.strip_prefix("f ")?.strip_suffix(" ;")?.parse().ok());
    let Some(constraints) = constraints.filter(|_| begin == Some((1, "pseudo-Boolean proof version 3.0"))) else {
        return Err("the proof does not begin as proofs of certificates do".to_owned());
    };
    match lines.find(|(_, line)| !is_ours(line, constraints)) {
        Some((number, line)) => {
            let start: String = line.chars().take(60).collect();
            Err(format!("line {number} of the proof is none that a certificate has: `{start}`"))
        }
        None => Ok(()),
    }
}

/// Whether a line is a comment, or a step by one of our rules.
fn is_ours(line: &str, constraints: u64) -> bool {
    if line.starts_with('%') {
        return true;
    }
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        // A solution, which the checker holds against the formula.
        ["soli", literals @ .., ";"] => literals.iter().all(|word| is_literal(word)),
        // A clause that follows by unit propagation.
        ["rup", terms @ .., ">=", "1", ";"] => {
            terms.len().is_multiple_of(2) && terms.chunks(2).all(|term| term[0] == "1" && is_literal(term[1]))
        }
        // A clause that is not needed any more; never a part of the formula.
        ["del", "id", ids @ .., ";"] => ids.iter().all(|id| id.parse().is_ok_and(|id: u64| id > constraints)),
        _ => false,
    }
}

fn is_literal(word: &str) -> bool {
    let name = word.strip_prefix('~').unwrap_or(word);
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(steps: &str) -> String {
        format!(
            "pseudo-Boolean proof version 3.0\nf 4 ;\n{steps}output NONE ;\nconclusion BOUNDS 2 2 ;\n\
             end pseudo-Boolean proof ;\n"
        )
    }

    #[test]
    fn our_rules_pass() {
        let steps =
            "% step 1: it follows; of course\nsoli x1 ~x2 ;\nrup 1 x1 1 ~x2_3 >= 1 ;\ndel id 5 6 ;\nrup >= 1 ;\n";
        assert_eq!(check(proof(steps).as_bytes(), "BOUNDS 2 2"), Ok(()));
        assert_eq!(check(proof("").as_bytes(), "BOUNDS 2 2"), Ok(()));
    }

    /// Every other rule of the format, and ours with something hidden in them.
    #[test]
    fn forgeries_are_refused() {
        let forged = [
            "a 1 x1 >= 1 ;",
            "assume 1 x1 >= 1 ;",
            "A 1 x1 >= 1 ;",
            " a 1 x1 >= 1 ;",
            "rup >= 1 ; a 1 x1 >= 1 ;",
            "red 1 x1 >= 1 : x1 -> 1 ;",
            "dom 1 x1 >= 1 : x1 -> 1 ;",
            "pol 1 2 + ;",
            "p 1 2 + 0",
            "u 1 x1 >= 1 ;",
            "e 1 : 1 x1 >= 1 ;",
            "i 1 : 1 x1 >= 1 ;",
            "ia 1 x1 >= 1 ;",
            "sol x1 ;",
            "solx x1 ;",
            "soli x1 ; a >= 1 ;",
            "core id 5 ;",
            "delc 1 ;",
            "deld 5 ;",
            "del id 4 ;",
            "del id 1 ;",
            "del range 1 5 ;",
            "del spec 1 x1 >= 1 ;",
            "del find 1 x1 >= 1 ;",
            "obju diff 1 x1 ;",
            "obju new 1 x1 ;",
            "strengthening_to_core on ;",
            "load_order ;",
            "pre_order simple",
            "def_order simple",
            "begin",
            "subproof",
            "qed ;",
            "# 1",
            "w 1",
            "wiplvl 1 ;",
            "setlvl 1 ;",
            "fail ;",
            "f 4 ;",
            "output NONE ;",
            "conclusion BOUNDS 2 2 ;",
            "end pseudo-Boolean proof ;",
            "rup 2 x1 >= 1 ;",
            "rup 1 x1 >= 0 ;",
            "rup -1 x1 >= 1 ;",
            "rup 1 x1 >= 1 : 1 2 ;",
            "rup 1 x1 >= 1 ;;",
            "rup 1 x1;a >= 1 ;",
            "* a",
            "",
        ];
        for line in forged {
            let text = proof(&format!("rup 1 x1 >= 1 ;\n{line}\nrup >= 1 ;\n"));
            let said = check(text.as_bytes(), "BOUNDS 2 2").expect_err(line);
            assert!(said.contains("line 4"), "{line}: {said}");
        }
        for hidden in ["% fine\ra 1 x1 >= 1 ;\n", "% fine\u{0b}a ;\n", "% \u{0}\n", "rup\t>= 1 ;\n"] {
            check(proof(hidden).as_bytes(), "BOUNDS 2 2").expect_err(hidden);
        }
        check(proof("").as_bytes(), "BOUNDS 2 3").expect_err("another conclusion");
        check(proof("").replace("3.0", "2.0").as_bytes(), "BOUNDS 2 2").expect_err("another version");
        check((proof("") + "a >= 1 ;\n").as_bytes(), "BOUNDS 2 2").expect_err("after the end");
        check(b"\xff", "BOUNDS 2 2").expect_err("no text");
        check(b"", "BOUNDS 2 2").expect_err("nothing");
    }
}
