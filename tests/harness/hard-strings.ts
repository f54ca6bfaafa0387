// Names, notes and symbols that fonts often lack. Entries are separated by bars, semicolons or line breaks.

const split = (text: string) => text.trim().split(/\s*[|\n]\s*/)

const LATIN = split(`
  Phượng Nguyễn Thị Hạnh | Đặng Quốc Bảo | Vũ Thị Ngọc Ẩn | Lê Hồng Ửng | Trần Đình Ỷ | Bùi Thị Xuân Ờ | Ngô Gia Tự | Phạm Ỹ Lan
  Łukasz Świętosławski | Żaneta Ćwikła | Jarosław Kaźmierczak | Ądel Ęwa | Jiří Dvořák | Věra Šťastná | Řehoř Ňadra | Zdeněk Ďábel
  Ľudmila Ĺ Ŕ | Ôtčenáš | Öğütçü İbrahim Şükrü | Işıl Ğ | Əli Məmmədov | Ħal Ġorġ Żebbuġ | Ċensu | Þórunn Ægisdóttir | Eiður Ö
  Jógvan við Ánna | Áilu Ŧ Ŋ Đ | Čáhppe Ž | Ģirts Ķēniņš | Ļubova Ņ | Žydrūnas Ėmilija Šakalys | Ųžuolas Į | Õnne Ülemaa
  Gyöngyösi Győző Űr | Đorđe Živković | Ćiril Š | Ëndrit Çela | Ŵyn Ŷstwyth Ẁ Ẃ Ẅ Ỳ | Siân | Ḃrian Ċ Ḋ Ḟ Ġ Ṁ Ṗ Ṡ Ṫ | Caoimhín
  Jordi Col·lell | João Conceição Õ | Ọlábísí Ṣadé Ẹ̀kọ́ | Chukwuemeka Ụzọ Ịkẹ | Ɓala Ɗan Ƙano Ƴar | Ɛdem Ɔkyere Ŋutɔ Ƒ Ʋ
  Kāwika ʻOkina | Māori Ū Ē | Mañke G̃ Ỹ | Ĉapelo Ĝ Ĥ Ĵ Ŝ Ŭ | Lǐ Wáng Zhōu Lǚ Ǘ Ǜ Ǚ | Ḥasan Ṣāliḥ Ṭāriq ʿAlī Ẓ | Kṛṣṇa Ṝ Ḷ ṃ
  Straße GROẞ | ĳsbeer Ĳssel | Lœwenthal Œ | Æther Ǽ | Ŀ ŀ | ŉ | ſpital | Ƶ ƶ | Ȁ Ȃ Ȅ Ȇ Ș Ț ȟ ȣ | Ǎ Ǐ Ǒ Ǔ Ǟ Ǡ Ǣ Ǥ Ǧ Ǩ Ǫ Ǭ Ǯ ǰ | Ǳ ǲ Ǆ ǅ Ǉ Ǌ
  Szczebrzeszyn | Gżegżółka | Nové Zámky | Kroměříž | Hódmezővásárhely | Târgu Mureș | Iași | Kırıkkale | Şanlıurfa | Zürich | Malmö
  Århus | Tórshavn | Þingvellir | Võru | Rēzekne | Šiauliai | Ħaż-Żebbuġ | Għajnsielem | São Paulo | Đà Nẵng | Huế | Đắk Lắk | Quảng Ngãi
  Cần Thơ | Abẹ́òkúta | Yaoundé | N’Djaména | Nukuʻalofa | Kaʻū | Tāmaki | Gdańsk | Ústí nad Labem | Špindlerův Mlýn | Čačak | Pećs
  ’t Hooft | ‘s-Gravenzande | Zoë Coördinatie | Françoise Müßig | Noël Íñigo | Tuğba Çağlar | Ágnes Őry | Ştefan Ţurcanu | Ñandú | Jean-François Lœuf | Ÿves | Ĳmuiden
  əˈlɔ̃ ʃ ʒ ŋ θ ð ɲ ɣ ʔ ʕ ɾ ʁ | Ⱡ Ɫ Ᵽ Ɽ ⱥ ⱦ Ⱨ Ⱪ Ⱬ | Ꜣ ꜥ Ꜳ ꜵ Ꝑ ꝥ Ꞓ | ẚ ẖ ẗ ẘ ẙ Ṻ Ḝ Ḩ Ḯ Ḱ Ḽ Ṋ Ṕ Ṙ Ṧ Ṳ Ṿ Ẋ Ẑ | ʷ ʸ ˢ ᵃ ᵇ ᵏ ᵐ ᶜ ᶠ
`)

const GREEK = split(`
  Ελληνική οδός 12 | Γιώργος Παπαδόπουλος | Ύδρα Ώρα Ήλιος | ΐ ΰ ϊ ϋ Ϊ Ϋ | Ἀθῆναι | πολυτονικό ᾳ ῇ ῷ | ᾼ ῌ ῼ | Ὦ ἄνδρες | ϕ ϑ ϰ ϱ ϵ ϖ
  α-amylase | β-lactam | γ-GT | Δ-waarde | λ μ π σ Σ Ω | Ϙ Ϛ Ϟ Ϡ
`)

const CYRILLIC = split(`
  Юлия Ёлкина | Щукин Фёдор | Їжакевич Ґалина Єва | Ўладзімір | Љиљана Џорџевић Њ | Ѓорѓи Ќосев Ѕ | Ђура Ћирић Ј | Ъгъл | Ұлы Қазақ Ғ Ң Ө Ү Һ Ә
  Ҙ Ҡ Ҫ | Ӑ Ӗ Ҫ Ӳ | Ҷ Ӣ Ӯ Ҳ | Ҕ Ҥ Ө | Ԥ Ҩ Ҽ Ҿ Џ | Ѐ Ѝ Ѳ Ѵ Ѣ Ѧ Ѫ | Ӏ | Ӝ Ӟ Ӥ Ӧ Ӵ | а́ е́ о́ | Ԛ Ԝ
`)

/** Symbols of notes and laboratory results. */
const SYMBOLS = split(`
  39,2 → 38,5 | ← | ↑ gestegen | ↓ gedaald | ↔ | ↕ | ⇒ | ⇐ | ⇔ | ↗ ↘ ↖ ↙ | ➔ ➜ ➤ | ⟶ | ↵ | ↺ ↻
  ✓ gezien | ✔ | ✗ | ✘ | ☐ terugbellen | ☑ | ☒ | ☎ 030 | ☆ ★ | ♀ ♂ ⚥ | ⚠ let op | ⚕ | ☠ | ♥ ♡ | ☺ ☹ | ♠ ♣ ♦ | ☀ ☁ ☂ | ✂ ✉ ✏ ✎
  ½ tablet | ⅓ ⅔ ¼ ¾ ⅛ ⅜ ⅝ ⅞ ⅕ ⅙ | 10⁹/l | m² m³ | H₂O | CO₂ | Na⁺ Ca²⁺ HCO₃⁻ | ⁰¹²³⁴⁵⁶⁷⁸⁹ | ₀₁₂₃₄₅₆₇₈₉ | ⁿ ₓ
  ≥ 2 ml | ≤ 5 | ≈ 3 | ≠ | ± 0,5 | × ÷ | − 2 | ∞ | √ ∛ | ∑ ∏ ∫ ∂ | ∈ ∉ ∅ | ∧ ∨ ¬ | ∠ ⊥ | ∝ | ≡ | ≪ ≫ | ⩽ ⩾
  µg | °C | ℃ ℉ | ‰ ‱ | № 12 | ℓ | ℮ | Å | † ‡ | § ¶ | © ® ™ ℠ | ª º | • ‣ ◦ ⁃ | … | ‹ › « » „ “ ” ‚ ‘ ’ | – — ― | ‑ | ′ ″ ‴ | ⁄ | ‖ | ¦
  € 12 | £ ¥ ¢ ¤ | ₺ ₴ ₽ ₹ ₩ ₪ ₫ ₱ ₦ ₿ | ƒ 5 | ● ○ ◉ | ■ □ ▪ ▫ | ▲ △ ▼ ▽ ▶ ◀ | ◆ ◇ ◊ | ① ② ⑩ ⓪ | Ⓐ ⓐ | Ⅰ Ⅱ Ⅳ Ⅹ ⅷ | ⌀ 12 mm | ⌛ ⌚
  ➀ ➋ | ⚫ ⚪ | ♻ | ☞ ☛ | ✦ ✱ | ❶ ❷ | ⬆ ⬇ ⬅ | ⬤ | ⌘ ⌥ ⌫ | ␣
`)

/** Texts that the fonts of PDFs can draw unchanged. */
export const DRAWN = [...LATIN, ...GREEK, ...CYRILLIC, ...SYMBOLS]

/** Texts with characters that no font has, each with its replacement in a Dutch document. */
export const REPLACED = `
  Bella 🐾 => Bella (emoji) ; ┌──┬──┐ │ 5 ║ => +--+--+ | 5 | ; ▏▎▌ => ■■■
  ٣ ml, १२, ๙ => 3 ml, 12, 9
  「王」、 => “ [Chinees]”, ; 🐶🐱 en 🐴 => (emoji) en (emoji) ; 👨‍👩‍👧 gezin => (emoji) gezin ; 😀 😀 lief => (emoji) lief
  goed🤩 => goed (emoji) ; ✅ gedaan => ✔ gedaan ; ❌ niet => ✘ niet ; ➕ 2 ➖ 1 ➗ 3 => + 2 − 1 ÷ 3 ; ❤️ => ❤
  1️⃣ => 1 ; 2 ㎖ => 2 ml ; 5 ㎎ of 5 ㎍ => 5 mg of 5 μg ; 3 ㎏ => 3 kg ; ５００ ｍｇ => 500 mg ; ＡＢＣ => ABC
  محمد علي => [Arabisch]
  Ali (علي) => Ali ([Arabisch])
  דוד כהן => [Hebreeuws]
  王小明 => [Chinees] ; さくら => [Japans] ; カタカナ => [Japans] ; 김철수 => [Koreaans] ; สมชาย => [Thais]
  राम => [Devanagari] ; রহিম => [Bengaals] ; தமிழ் => [Tamil] ; Հայկ => [Armeens] ; გიორგი => [Georgisch]
  አበበ => [Ethiopisch] ; ⴰⵎⵣⵉⵖ => [Tifinagh] ; ᚠᚢᚦ => [?] ; 王 🐾 van Dijk => [Chinees] (emoji) van Dijk
  \u{E000} privé => [?] privé ; 👩‍⚕️ en 👩🏽‍⚕️ => (emoji) en (emoji) ; 👩‍❤️‍👨 paar => (emoji) paar ; ❤️‍🔥 => ❤
  🏳️‍🌈 vlag => 🏳 vlag ; 100 ฿ => 100 THB ; \uF0B7 rust => • rust ; \uF0FC gezien => ✓ gezien
  39,2 \uF0E0 38,5 => 39,2 → 38,5 ; \uF0D8 controle => ➢ controle ; \uF0A7 vocht => ▪ vocht
  \uF0FE ja \uF071 nee => ☑ ja ☐ nee ; \uF0A8 bellen => □ bellen
`
  .trim()
  .split(/\s*[;\n]\s*/)
  .map((entry) => entry.split(' => ') as [text: string, shown: string])

/** White space, line breaks and invisible characters; a line break becomes a space. */
export const SPACED: [text: string, shown: string][] = [
  ['a\r\nb', 'a b'],
  ['a\rb', 'a b'],
  ['a\nb', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u2029b', 'a b'],
  ['a\u0085b', 'a b'],
  ['a\vb\fc', 'a b c'],
  ['a\tb', 'a b'],
  ['a\u2009b\u3000c', 'a b c'],
  ['12\u00A0ml 13\u202Fml', '12\u00A0ml 13\u00A0ml'],
  ['ont\u00ADworming', 'ontworming'],
  ['a\u200Bb\uFEFFc\u2060d\u200Ee', 'abcde'],
  ['a\u0000b\u001Bc\u007Fd', 'abcd'],
  ['a\uD800b', 'ab'],
]
