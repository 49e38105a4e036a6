extension Phrases {
    static let english = Phrases(
        title: "You may like {item}", offer: "{style}, {price}.", offerByBrewery: "{style} by {brewery}, {price}.",
        because: "It suits your taste for {reasons}.", promotion: "{promotion}.", comma: ", ", and: " and ", gap: " ",
        words: words(
            """
            abv: its strength, ibu: its bitterness, family:ipa: IPA, tag:pale: pale beer, tag:amber: amber beer,
            tag:dark: dark beer, tag:malty: malty beer, tag:bitter: bitter beer, tag:roasty: roasty beer,
            tag:hoppy: hoppy beer, tag:balanced: balanced beer, tag:sweet: sweet beer, tag:sour: sour beer,
            tag:aged: aged beer
            """))

    static let finnish = Phrases(
        title: "Maistuisiko {item}?", offer: "{style}, {price}.", offerByBrewery: "{style}, {brewery}, {price}.",
        because: "Sopii makuusi: {reasons}.", promotion: "{promotion}.", comma: ", ", and: " ja ", gap: " ",
        words: words(
            """
            abv: vahvuus, ibu: katkeruus, family:amber_ale: amber ale, family:belgian_ale: belgialainen ale,
            family:cider: siideri, family:fruit_beer: hedelmäolut, family:ipa: IPA, family:mead: sima,
            family:other: olut, family:porter: portteri, family:sour: hapanolut, family:spiced_beer: maustettu olut,
            family:strong_ale: vahva ale, family:wheat_beer: vehnäolut, tag:pale: vaalea olut,
            tag:amber: meripihkan väri, tag:dark: tumma olut, tag:malty: maltaisuus, tag:bitter: katkera olut,
            tag:roasty: paahteisuus, tag:hoppy: humalan maku, tag:balanced: tasapainoisuus, tag:sweet: makeus,
            tag:sour: happamuus, tag:aged: kypsytys, tag:coffee: kahvi, tag:chocolate: suklaa, tag:vanilla: vanilja,
            tag:caramel: karamelli, tag:honey: hunaja, tag:maple: vaahtera, tag:milk: maito, tag:oatmeal: kaura,
            tag:rye: ruis, tag:nut: pähkinä, tag:wood: tammi, tag:smoke: savu, tag:spice: mausteet,
            tag:fruit: hedelmä, tag:apple: omena, tag:apricot: aprikoosi, tag:banana: banaani,
            tag:blackberry: karhunvatukka, tag:blueberry: mustikka, tag:cherry: kirsikka, tag:coconut: kookos,
            tag:cranberry: karpalo, tag:grapefruit: greippi, tag:lemon: sitruuna, tag:orange: appelsiini,
            tag:passion_fruit: passionhedelmä, tag:peach: persikka, tag:pear: päärynä, tag:pineapple: ananas,
            tag:plum: luumu, tag:pomegranate: granaattiomena, tag:pumpkin: kurpitsa, tag:raspberry: vadelma,
            tag:strawberry: mansikka, tag:watermelon: vesimeloni
            """))

    static let japanese = Phrases(
        title: "{item}はいかがですか", offer: "{style}、{price}。", offerByBrewery: "{brewery}の{style}、{price}。",
        because: "お好みに合う点：{reasons}。", promotion: "{promotion}。", comma: "、", and: "、", gap: "",
        words: words(
            """
            abv: アルコール度数, ibu: 苦味の強さ, family:amber_ale: アンバーエール,
            family:belgian_ale: ベルギーエール, family:brown_ale: ブラウンエール, family:cider: シードル,
            family:fruit_beer: フルーツビール, family:ipa: IPA, family:lager: ラガー, family:mead: ミード,
            family:other: ビール, family:pale_ale: ペールエール, family:porter: ポーター, family:saison: セゾン,
            family:sour: サワービール, family:spiced_beer: スパイスビール, family:stout: スタウト,
            family:strong_ale: ストロングエール, family:wheat_beer: 小麦ビール, tag:pale: 淡い色, tag:amber: 琥珀色,
            tag:dark: 濃い色, tag:malty: 麦芽の風味, tag:bitter: 苦味, tag:roasty: 焙煎の香り, tag:hoppy: ホップの香り,
            tag:balanced: 味のバランス, tag:sweet: 甘み, tag:sour: 酸味, tag:aged: 熟成, tag:coffee: コーヒー,
            tag:chocolate: チョコレート, tag:vanilla: バニラ, tag:caramel: キャラメル, tag:honey: はちみつ,
            tag:maple: メープル, tag:milk: ミルク, tag:oatmeal: オーツ麦, tag:rye: ライ麦, tag:nut: ナッツ,
            tag:wood: 樽の香り, tag:smoke: 燻製の香り, tag:spice: スパイス, tag:lager: ラガー, tag:pilsner: ピルスナー,
            tag:bock: ボック, tag:fruit: 果実, tag:apple: りんご, tag:apricot: あんず, tag:banana: バナナ,
            tag:blackberry: ブラックベリー, tag:blueberry: ブルーベリー, tag:cherry: さくらんぼ,
            tag:coconut: ココナッツ, tag:cranberry: クランベリー, tag:grapefruit: グレープフルーツ, tag:lemon: レモン,
            tag:lime: ライム, tag:mango: マンゴー, tag:orange: オレンジ, tag:passion_fruit: パッションフルーツ,
            tag:peach: 桃, tag:pear: 洋なし, tag:pineapple: パイナップル, tag:plum: プラム, tag:pomegranate: ざくろ,
            tag:pumpkin: かぼちゃ, tag:raspberry: ラズベリー, tag:strawberry: いちご, tag:watermelon: すいか
            """))

    /// Reads `NAME: WORD, …`.
    private static func words(_ table: String) -> [String: String] {
        var words: [String: String] = [:]
        for entry in table.split(separator: ",") {
            let entry = entry.drop { $0 == " " || $0 == "\n" }
            guard let blank = entry.firstIndex(of: " ") else { continue }
            words[String(entry[..<blank].dropLast())] = String(entry[entry.index(after: blank)...])
        }
        return words
    }
}
