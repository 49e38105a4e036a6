extension Texts {
    static let finnish = Texts(
        item: Item(
            why: "Miksi näet tämän", wasYours: "Sopii makuusi", price: "Hinta", promotionUntil: "asti",
            notForMe: "Ei minulle", optOut: "Ei enää ehdotuksia",
            optOutMeans: "Lopetamme heti, eikä tunnistettasi enää havaita myymälässä.",
            manage: "Tietoni ja asetukseni", dismissed: "Kiitos. Tätä olutta ei ehdoteta sinulle hetkeen.",
            optedOut: "Valmista. Et saa enää ehdotuksia, eikä tunnistettasi enää havaita."),
        join: Join(
            title: "Oluita, joista pidät",
            lead: "Kerro, mistä pidät. Kun olet hyllyn luona, saat enintään yhden hyvän ehdotuksen käynnillä.",
            age: "Syntymäaikasi", ageMeans: "Vain jotta näemme, että olet täysi-ikäinen. Päivämäärää ei tallenneta.",
            day: "Päivä", month: "Kuukausi", year: "Vuosi", country: "Maa", otherCountry: "muu maa",
            taste: "Makusi",
            tasteMeans: "Valitse vähintään yksi, josta pidät. Mistä et pidä, sitä ei koskaan ehdoteta.",
            like: "Pidän", noOpinion: "Ei väliä", dislike: "En pidä", consents: "Suostumuksesi",
            consentsMean: "Jokainen on oma valintasi ja peruttavissa milloin vain. Ehdotukseen tarvitaan kaikki kolme.",
            submit: "Liity", tooYoung: "Et ole tarpeeksi vanha tähän palveluun.",
            missingAge: "Anna syntymäaikasi ja maasi.", missingTaste: "Valitse vähintään yksi asia, josta pidät.",
            missingConsent: "Ilman kaikkia kolmea suostumusta ehdotuksia ei voi antaa, eikä sinusta tallenneta mitään.",
            full: "Liittyjiä on juuri nyt liikaa. Yritä tunnin päästä uudelleen.", welcome: "Tervetuloa.",
            keep: "Tämä sivu on sinun. Säilytä sen osoite: se, jolla se on, voi muuttaa asetuksiasi."),
        me: Me(
            title: "Tietoni ja asetukseni", why: "Mitä sinulle on ehdotettu ja miksi", nothingYet: "Ei vielä mitään.",
            because: "Koska pidät", bought: "Ostin tämän", boughtThanks: "Ostettu", rate: "Arvioi", stars: "tähteä",
            pause: "Tauko kuukaudeksi", pauseMeans: "Ei ehdotuksia siihen asti. Kaikki muu säilyy.",
            pausedUntil: "Tauolla asti:", resume: "Jatka nyt", save: "Tallenna", saved: "Tallennettu.",
            tag: "Tunnisteesi", tagMeans: "Paina ja pidä sitten tunnistetta myymälän lukijaa vasten minuutin sisällä.",
            link: "Liitä tunniste",
            linking: "Pidä nyt tunnistetta lukijaa vasten. Lataa sivu uudelleen nähdäksesi tuloksen.",
            linked: "Liitettyjä tunnisteita:", linkFailed: "Tunnistetta ei pidetty lukijaa vasten ajoissa.",
            shop: "Myymälä", data: "Tietosi", export: "Lataa kaikki tietoni", erase: "Poista minut",
            eraseMeans: "Kaikki tietosi poistetaan pysyvästi, täältä ja myymälöistä.",
            eraseConfirm: "Kyllä, poista kaikki", erased: "Tietosi on poistettu. Tämä sivu ei enää toimi.",
            taste: "Makusi"),
        consents: Consents(
            presence: "Myymälä saa havaita tunnisteeni tai puhelimeni, kun olen paikalla.",
            profiling: "Mieltymyksiäni ja arvioitani saa käyttää minulle sopivan valintaan.",
            marketing: "Minulle saa lähettää ehdotuksen myymälässä, enintään yhden käynnillä."),
        refusals: Refusals(
            notFound: "Sivua ei ole.", badRequest: "Tätä ei ymmärretty. Palaa takaisin ja yritä uudelleen.",
            expired: "Linkki on vanhentunut tai vaillinainen.", tooMany: "Liian usein. Odota hetki.",
            unavailable: "Yritä hetken kuluttua uudelleen."))
}
