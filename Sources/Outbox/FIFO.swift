/// A queue with cheap ends: an array whose consumed front is dropped in bulk.
struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Puts `more` before what waits, in its order.
    mutating func prepend(_ more: [Element]) {
        elements.replaceSubrange(..<head, with: more.map(Optional.some))
        head = 0
    }

    /// Removes what `isUnwanted`; the others keep their order.
    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll { element in element.map(isUnwanted) ?? true }
    }

    /// Removes and returns the first element that matches.
    mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
        guard let index = elements[head...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
        if index == head { return popFirst() }
        return elements.remove(at: index)
    }
}
