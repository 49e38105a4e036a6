extension Texts {
    static let english = Texts(
        item: Item(
            why: "Why you see this", wasYours: "It suits your taste for", price: "Price", promotionUntil: "until",
            notForMe: "Not for me", optOut: "No more suggestions",
            optOutMeans: "We stop at once, and your tag is no longer noticed in the shop.",
            manage: "My data and settings",
            dismissed: "Thank you. You will not be told of this beer again for a while.",
            optedOut: "Done. You get no more suggestions, and your tag is no longer noticed."),
        join: Join(
            title: "Beers you will like",
            lead: "Tell us what you like. When you are near the shelf, you get one good suggestion a visit at most.",
            age: "Your date of birth", ageMeans: "Only to see that you are old enough. The date is not kept.",
            day: "Day", month: "Month", year: "Year", country: "Country", otherCountry: "another country",
            taste: "Your taste", tasteMeans: "Choose at least one that you like. What you dislike is never suggested.",
            like: "Like", noOpinion: "No matter", dislike: "Dislike", consents: "Your consent",
            consentsMean: "Each is your choice, and can be taken back at any time. A suggestion needs all three.",
            submit: "Join", tooYoung: "You are not old enough for this service.",
            missingAge: "Please give your date of birth and your country.",
            missingTaste: "Please choose at least one thing that you like.",
            missingConsent: "Without all three consents there can be no suggestion, and nothing of you is kept.",
            full: "Too many people are joining just now. Please try again in an hour.", welcome: "Welcome.",
            keep: "This page is yours. Keep its address: whoever has it can change your settings."),
        me: Me(
            title: "My data and settings", why: "What you were told, and why", nothingYet: "Nothing so far.",
            because: "Because you like", bought: "I bought it", boughtThanks: "Bought", rate: "Rate", stars: "stars",
            pause: "Pause for a month", pauseMeans: "No suggestions until then. Everything else stays.",
            pausedUntil: "Paused until", resume: "Go on now", save: "Save", saved: "Saved.", tag: "Your tag",
            tagMeans: "Press, then hold your tag to a reader in the shop within a minute.", link: "Link a tag",
            linking: "Now hold your tag to a reader. Reload this page to see whether it worked.",
            linked: "Tags linked:", linkFailed: "No tag was held to a reader in time.", shop: "Shop", data: "Your data",
            export: "Download everything about me", erase: "Erase me",
            eraseMeans: "Everything about you is deleted for good, here and in the shops.",
            eraseConfirm: "Yes, delete everything", erased: "You have been erased. This page will not work any more.",
            taste: "Your taste"),
        consents: Consents(
            presence: "The shop may notice my tag or phone while I am there.",
            profiling: "My likes, dislikes and ratings may be used to choose what suits me.",
            marketing: "I may be sent a suggestion while I am in the shop, at most one a visit."),
        refusals: Refusals(
            notFound: "There is no such page.", badRequest: "That was not understood. Please go back and try again.",
            expired: "This link has expired or is not complete.",
            tooMany: "That was too often. Please wait a moment.", unavailable: "Please try again in a moment."))
}
