//! How what is said in a campaign's channel looks: with embeds or without, and by which name small print goes.

use crate::model::despatch::Despatch;

/// A group's style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether the group has embeds off.
    pub plain: bool,
    /// What small print calls the campaign, and the name that its group gave it instead.
    pub name: Option<(String, String)>,
}

impl Style {
    /// A despatch in this style.
    #[must_use]
    pub fn of(&self, despatch: &Despatch) -> Despatch {
        let mut styled = Despatch { plain: self.plain, ..despatch.clone() };
        if let Some((called, name)) = &self.name
            && let Some(rest) = styled.footer.strip_prefix(called.as_str())
            && rest.starts_with(" · ")
        {
            styled.footer = format!("{name}{rest}");
        }
        styled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_print_goes_by_the_name_a_group_gave_its_campaign_and_other_small_print_stays() {
        let named = Style { plain: true, name: Some(("The False Prophet".to_owned(), "The Friday club".to_owned())) };
        let footed = |footer: &str| named.of(&Despatch { footer: footer.to_owned(), ..Despatch::default() });
        assert_eq!(footed("The False Prophet · turn 1 · No. 7").footer, "The Friday club · turn 1 · No. 7");
        assert!(footed("").plain);
        for other in ["2D6 for each square", "The False Prophets · turn 1", "asked at No. 9"] {
            assert_eq!(footed(other).footer, other);
        }
    }
}
