/// The pages' scripts. Every page works without.
enum Script {
    /// `/item.js`: tells that a person has opened the page, which a GET alone does not say.
    static let item: StaticString = """
        navigator.sendBeacon(location.href, new URLSearchParams({action: "open"}));

        """

    /// `/screen.js`: the page looks again when something has changed, when what it shows is over, and when it comes
    /// back after the network was away.
    static let screen: StaticString = """
        const main = document.querySelector("main");
        const again = () => location.reload();
        const events = new EventSource(main.dataset.events);
        let wasLost = false;
        events.addEventListener("change", again);
        events.onerror = () => { wasLost = true; };
        events.onopen = () => { if (wasLost) again(); };
        setTimeout(again, main.dataset.seconds * 1000);

        """
}
