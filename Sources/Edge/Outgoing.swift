import Messages

/// A message whose content is settled.
struct Outgoing {
    var topic: Topic
    /// Empty: clears what is retained.
    var payload: [UInt8]
}
