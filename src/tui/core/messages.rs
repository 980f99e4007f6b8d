//! Messages on the bottom line: one at a time; outdated ones are removed unread.

/// A line for the user, shown until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub kind: MessageKind,
    /// One sentence.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    Info,
    /// The title of the card that is shown when all is judged.
    Summary,
    Warning,
    Error,
}

impl Message {
    pub fn info(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Info, text: text.into() }
    }

    pub fn warning(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Warning, text: text.into() }
    }

    pub fn error(text: impl Into<String>) -> Message {
        Message { kind: MessageKind::Error, text: text.into() }
    }
}

/// The current message, the waiting ones, and those about the results.
#[derive(Debug, Default)]
pub struct Messages {
    pub current: Option<Message>,
    pub(crate) waiting: Vec<Message>,
    /// Messages about the shown results, or about their absence.
    pub(crate) of_results: Vec<Message>,
    pub(crate) of_reload: Option<Message>,
}

impl Messages {
    /// Returns the title of the card that is shown until the next key.
    pub fn summary(&self) -> Option<&str> {
        let summary = self.current.as_ref().filter(|message| message.kind == MessageKind::Summary);
        summary.map(|message| &*message.text)
    }

    pub(crate) fn info(&mut self, text: impl Into<String>) {
        self.current = Some(Message::info(text));
    }

    pub(crate) fn warning(&mut self, text: impl Into<String>) {
        self.current = Some(Message::warning(text));
    }

    pub(crate) fn error(&mut self, text: impl Into<String>) {
        self.current = Some(Message::error(text));
    }

    /// Adds information to the message that is shown, if that is information as well: none of both is lost.
    pub(crate) fn add(&mut self, text: String) {
        match &mut self.current {
            Some(shown) if shown.kind == MessageKind::Info => shown.text = format!("{} · {text}", shown.text),
            _ => self.say(Message::info(text)),
        }
    }

    /// Shows a message, after those that are still unread; what is wrong comes before mere information.
    pub(crate) fn say(&mut self, message: Message) {
        match &self.current {
            None => self.current = Some(message),
            Some(shown) if shown.kind == MessageKind::Info && message.kind != MessageKind::Info => {
                self.say_first(message);
            }
            Some(_) => self.waiting.push(message),
        }
    }

    pub(crate) fn say_first(&mut self, message: Message) {
        if let Some(unread) = self.current.replace(message) {
            self.waiting.insert(0, unread);
        }
    }

    /// Shows messages about the results that are shown from now on. Messages about previous results, or about their
    /// absence, are removed; those that were already shown are not repeated.
    pub(crate) fn say_of_results(&mut self, messages: Vec<Message>) {
        let before = std::mem::replace(&mut self.of_results, messages.clone());
        before.iter().filter(|message| !messages.contains(message)).for_each(|message| self.unsay(message));
        for message in messages.into_iter().filter(|message| !before.contains(message)) {
            self.say(message);
        }
    }

    /// Removes a message that no longer applies, read or unread.
    pub(crate) fn unsay(&mut self, message: &Message) {
        self.waiting.retain(|waiting| waiting != message);
        if self.current.as_ref() == Some(message) {
            self.show_next_message();
        }
    }

    pub(crate) fn show_next_message(&mut self) {
        self.current = if self.waiting.is_empty() { None } else { Some(self.waiting.remove(0)) };
    }
}
