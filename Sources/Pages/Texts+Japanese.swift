extension Texts {
    static let japanese = Texts(
        item: Item(
            why: "おすすめの理由", wasYours: "お好みに合う点", price: "価格", promotionUntil: "まで",
            notForMe: "好みではない", optOut: "今後おすすめを受け取らない",
            optOutMeans: "すぐに停止し、店内でタグを検知しなくなります。", manage: "登録情報と設定",
            dismissed: "ありがとうございます。このビールはしばらくおすすめしません。",
            optedOut: "停止しました。おすすめは届かず、タグも検知しません。"),
        join: Join(
            title: "お好みのビールに出会う",
            lead: "お好みを教えてください。棚の近くで、一度のご来店につき最大一つだけおすすめします。",
            age: "生年月日", ageMeans: "年齢の確認だけに使い、保存しません。", day: "日", month: "月", year: "年",
            country: "国", otherCountry: "その他の国", taste: "お好み",
            tasteMeans: "好きなものを一つ以上選んでください。苦手なものはおすすめしません。", like: "好き",
            noOpinion: "どちらでも", dislike: "苦手", consents: "同意",
            consentsMean: "それぞれ任意で、いつでも取り消せます。おすすめには三つすべてが必要です。",
            submit: "登録する", tooYoung: "このサービスは対象年齢に達していない方にはご利用いただけません。",
            missingAge: "生年月日と国を入力してください。", missingTaste: "好きなものを一つ以上選んでください。",
            missingConsent: "三つすべての同意がない場合、おすすめはできず、情報は保存されません。",
            full: "ただいま登録が集中しています。一時間後にもう一度お試しください。", welcome: "ようこそ。",
            keep: "このページはあなた専用です。アドレスを知る人は設定を変更できるため、大切に保管してください。"),
        me: Me(
            title: "登録情報と設定", why: "これまでのおすすめと理由", nothingYet: "まだありません。",
            because: "お好みに合う点", bought: "購入した", boughtThanks: "購入済み", rate: "評価する", stars: "星",
            pause: "一か月休止する", pauseMeans: "その間おすすめは届きません。ほかの設定は残ります。",
            pausedUntil: "休止中（終了日）", resume: "今すぐ再開する", save: "保存する", saved: "保存しました。",
            tag: "タグ", tagMeans: "ボタンを押し、一分以内に店内のリーダーにタグをかざしてください。",
            link: "タグを登録する", linking: "リーダーにタグをかざしてください。このページを再読み込みすると結果が分かります。",
            linked: "登録済みのタグ", linkFailed: "時間内にタグがかざされませんでした。", shop: "店舗", data: "あなたのデータ",
            export: "すべてのデータをダウンロード", erase: "すべて削除する",
            eraseMeans: "あなたに関する情報をこことお店から完全に削除します。", eraseConfirm: "はい、すべて削除します",
            erased: "削除しました。このページは今後使えません。", taste: "お好み"),
        consents: Consents(
            presence: "来店中にタグまたは携帯電話が検知されることに同意します。",
            profiling: "好みと評価が、おすすめの選択に使われることに同意します。",
            marketing: "来店中に、一度につき最大一件のおすすめを受け取ることに同意します。"),
        refusals: Refusals(
            notFound: "ページが見つかりません。", badRequest: "内容を確認できませんでした。戻ってやり直してください。",
            expired: "リンクの期限が切れているか、不完全です。", tooMany: "回数が多すぎます。少しお待ちください。",
            unavailable: "しばらくしてからもう一度お試しください。"))
}
