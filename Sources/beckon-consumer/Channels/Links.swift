import Messages

/// The addresses of a notification's pages, from what serves them.
struct Links: Sendable {
    /// The item.
    let item: @Sendable (Notification) -> String
    /// Why it was told.
    let why: @Sendable (Notification) -> String
    /// Never again.
    let optOut: @Sendable (Notification) -> String
}
