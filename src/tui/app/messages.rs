//! Messages in the bottom line: one at a time; those that are out of date go away unread.

/// A line for the person, shown until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The severity.
    pub kind: MessageKind,
    /// One sentence.
    pub text: String,
}

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// Something was done.
    Info,
    /// Something needs a look.
    Warning,
    /// Something did not work.
    Error,
}

impl Message {
    /// Something was done.
    pub fn info(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Info, text: text.into() }
    }

    /// Something needs a look.
    pub fn warning(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Warning, text: text.into() }
    }

    /// Something did not work.
    pub fn error(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Error, text: text.into() }
    }
}

/// The message that is shown, those that wait, and those about the results.
#[derive(Debug, Default)]
pub struct Messages {
    /// The message that is shown, until the next key.
    pub current: Option<Message>,
    /// Messages that wait for the first to be read.
    pub(in crate::tui::app) waiting: Vec<Message>,
    /// Messages about the results that are shown, or that there are none yet.
    pub(in crate::tui::app) of_results: Vec<Message>,
    /// The message about the last reload.
    pub(in crate::tui::app) of_reload: Option<Message>,
}

impl Messages {
    /// Says that something was done.
    pub(super) fn info(&mut self, text: impl Into<String>) {
        self.current = Some(Message::info(text));
    }

    /// Says that something needs a look.
    pub(super) fn warning(&mut self, text: impl Into<String>) {
        self.current = Some(Message::warning(text));
    }

    /// Says that something did not work.
    pub(super) fn error(&mut self, text: impl Into<String>) {
        self.current = Some(Message::error(text));
    }

    /// Shows a message, after those that are still unread.
    pub(super) fn say(&mut self, message: Message) {
        match self.current {
            None => self.current = Some(message),
            Some(_) => self.waiting.push(message),
        }
    }

    /// Shows a message at once; one that is not yet read comes after it.
    pub(super) fn say_first(&mut self, message: Message) {
        if let Some(unread) = self.current.replace(message) {
            self.waiting.insert(0, unread);
        }
    }

    /// Says what is to be said of the results that are shown from now on. What was said of others before them, or while there were
    /// none, holds no longer; what was said already is not said again.
    pub(super) fn say_of_results(&mut self, messages: Vec<Message>) {
        let before = std::mem::replace(&mut self.of_results, messages.clone());
        before.iter().filter(|said| !messages.contains(said)).for_each(|said| self.unsay(said));
        messages
            .into_iter()
            .filter(|message| !before.contains(message))
            .for_each(|message| self.say(message));
    }

    /// Takes back a message that holds no longer, read or unread.
    pub(super) fn unsay(&mut self, said: &Message) {
        self.waiting.retain(|waiting| waiting != said);
        if self.current.as_ref() == Some(said) {
            self.show_next_message();
        }
    }

    pub(super) fn show_next_message(&mut self) {
        self.current = if self.waiting.is_empty() { None } else { Some(self.waiting.remove(0)) };
    }
}
