//! Advice tables, read from their postfix form.

use zermelo::advice::table::{Facts, Moves, Step};

fn steps(text: &str) -> Vec<Step> {
    let pairs: Vec<&str> = text.split_whitespace().collect();
    pairs.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].parse().unwrap())).collect()
}

#[test]
fn trees_are_read_from_postfix() {
    let tree = Facts::read(&steps("fact 3 fact 4 not 1 fact 5 and 2 or 2")).unwrap();
    let inner = Facts::All(vec![Facts::Not(Box::new(Facts::Fact(4))), Facts::Fact(5)]);
    assert_eq!(tree, Facts::Any(vec![Facts::Fact(3), inner]));
    let tree = Moves::read(&steps("= 0 kind 7 and 2 < 3 then 2")).unwrap();
    assert_eq!(tree, Moves::Then(vec![Moves::Filter(vec![Moves::At(0), Moves::Kind(7)]), Moves::Below(3)]));
}

#[test]
fn nonsense_is_no_tree() {
    for text in ["", "fact 1 fact 2", "and 2", "fact 1 and 2", "fact 1 then 1", "kind 1"] {
        assert_eq!(Facts::read(&steps(text)), None, "{text}");
    }
    for text in ["", "kind 1 or 1", "fact 1", "= 1 < 2"] {
        assert_eq!(Moves::read(&steps(text)), None, "{text}");
    }
}

#[test]
fn only_depth_is_about_depth() {
    let window = Moves::read(&steps("= 0 = 2 then 2 < 2 and 2")).unwrap();
    assert_eq!([0, 1, 2].map(|depth| window.allows(depth)), [Some(true), Some(false), Some(false)]);
    assert_eq!(Moves::read(&steps("= 0 kind 1 and 2")).unwrap().allows(0), None);
}
