/// What pages say, in one language.
struct Texts: Sendable {
    struct Item: Sendable {
        let why, wasYours, price, promotionUntil, notForMe, optOut, optOutMeans, manage, dismissed, optedOut: String
    }

    struct Join: Sendable {
        let title, lead, age, ageMeans, day, month, year, country, otherCountry: String
        let taste, tasteMeans, like, noOpinion, dislike, consents, consentsMean, submit, tooYoung: String
        let missingAge, missingTaste, missingConsent, full, welcome, keep: String
    }

    struct Me: Sendable {
        let title, why, nothingYet, because, bought, boughtThanks, rate, stars: String
        let pause, pauseMeans, pausedUntil, resume, save, saved, tag, tagMeans, link, linking, linked, linkFailed,
            shop: String
        let data, export, erase, eraseMeans, eraseConfirm, erased, taste: String
    }

    struct Consents: Sendable {
        /// What is agreed to, whole: its hash is kept with the answer.
        let presence, profiling, marketing: String
    }

    struct Refusals: Sendable {
        let notFound, badRequest, expired, tooMany, unavailable: String
    }

    let item: Item
    let join: Join
    let me: Me
    let consents: Consents
    let refusals: Refusals

    static func of(_ language: Language) -> Texts {
        switch language {
        case .english: english
        case .finnish: finnish
        case .japanese: japanese
        }
    }
}
