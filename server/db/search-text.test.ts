import { describe, expect, test } from 'vitest'
import { searchWords } from '#contract/search-words.ts'
import { clientNames, clientSearchText, isFound, patientSearch } from './search-text.ts'

test.each([
  [{}, '\t\t'],
  [{ client_number: '100001', email: null, call_name: 'Zoë' }, '\t 100001 zoe\t'],
  [{ client_number: 'K-0012' }, '\t k12 k 12\t'],
  [{ client_number: '004711' }, '\t 4711\t'],
  [{ client_number: '2024 001' }, '\t 2024001 2024 1\t'],
  [{ email: 'J.de.Vries@Mail.example' }, '\t de vries\t j.de.vries@mail.example'],
  [{ email: 'info@Bücher.example' }, '\t\t info@bucher.example info@xn--bcher-kva.example'],
  [
    { first_name: 'Jean-Pierre', company_name: 'Stal  ‘De Hoeve’ B.V.' },
    '\t jeanpierre jean pierre stal de hoeve bv b v\t',
  ],
  [{ first_name: 'Pieternel', initials: 'P.C.' }, '\t pieternel pc p c\t'],
  [{ postal_code: '3512 JK', house_number: '12 a' }, '\t 3512jk12a jk\t'],
  [{ postal_code: 'D-12345' }, '\t d12345 d 12345\t'],
  // `search_name` contains the last name; the words contain only its other spellings.
  [{ last_name: 'van den Berg' }, '\t\t'],
  [{ last_name: 'Đorđević' }, '\t dordevic\t'],
  [{ last_name: 'O Neill' }, '\t oneill\t'],
  [{ last_name: 'Kwast–Proefman' }, '\t kwastproefman\t'],
  [{ last_name: 'v.d. Berg' }, '\t vd van de den der\t'],
  [{ last_name: 'vd Berg' }, '\t van de den der\t'],
  [{ last_name: 'Vdovin' }, '\t\t'],
  // Words are not repeated.
  [{ call_name: 'Anna', first_name: 'Anna Maria' }, '\t anna maria\t'],
  [{ phone: '+31 (0)182-61 31 45', mobile: '0031 6 12345678' }, '0182613145,0612345678\t\t'],
  [{ phone: '0182-613145 / +31 6 12345678 (werk)' }, '0182613145,0612345678\t\t'],
  [{ phone: '+32 475 12 34 56', mobile: '-' }, '0032475123456\t\t'],
  [{ phone: '06-12345678', mobile: '06 1234 5678' }, '0612345678\t\t'],
])('clientSearchText(%o) returns the folded words', (client, text) => {
  expect(clientSearchText(client)).toBe(`\u0002${text}`)
})

test('clientSearchText truncates a text that is too long for an index', () => {
  const words = Array.from({ length: 25 }, (_, index) => `${'犬'.repeat(7)}${index}`)
  const text = clientSearchText({ client_number: '7', company_name: words.join(' '), mobile: '0612345678' })
  const [telephones, found = ''] = text.split('\t')
  expect(telephones).toBe('\u00020612345678')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500)
  expect(Buffer.byteLength(text)).toBeGreaterThan(460)
  expect(['7', ...words].join(' ').startsWith(found.slice(1))).toBe(true)
  expect(words).toContain(found.split(' ').at(-1))
})

test.each([
  ['Bella', undefined, 'bella', null, null],
  ['Mister Bean', '528 140 000 123 456', 'mister bean', ' bean', '528140000123456'],
  ['Mister Bean', '528.140.000-123456', 'mister bean', ' bean', '528140000123456'],
  ['Kleine-Pip', ' ', 'kleine pip', ' pip kleinepip', null],
  ['...', undefined, '', null, null],
  ['007', undefined, '007', ' 7', null],
])(
  'patientSearch(%s, %s) returns the folded name, words and chip number',
  (name, chip, search_name, search_words, chip_number) => {
    expect(patientSearch(name, chip)).toEqual({ search_name: `${search_name}\u0002`, search_words, chip_number })
  },
)

const ZWARTJANSEN = {
  last_name: 'Zwartjansen',
  first_name: 'Pieternel',
  initials: 'P.C.',
  phone: '030-5559871',
  mobile: '06-98765432',
  client_number: '004711',
  email: 'piet@zwart.example',
  postal_code: '3512 JK',
  house_number: '12',
}
const isClientFound = (client: typeof ZWARTJANSEN | { last_name: string; first_name?: string }, typed: string) => {
  const { search_name } = clientNames(client.last_name, client.first_name)
  const words = searchWords(typed)
  const text = clientSearchText(client)
  return words.length > 0 && words.every((word) => search_name.includes(word.text) || isFound(text, word))
}

describe('searching with searchWords in clientSearchText', () => {
  test.each([
    ['name', ['Pieternel Zwartjansen', '"Zwartjansen"', 'Zwart\u00adjan\u200bsen\ufeff', 'ｚｗａｒｔｊａｎｓｅｎ']],
    ['initials', ['Zwartjansen, P.', 'P. Zwartjansen', 'P. C. Zwartjansen', 'P.J.M. Zwartjansen']],
    ['name with a title', ['Mw. drs. P. Zwartjansen', 'de heer Zwartjansen', 'Naam: Zwartjansen']],
    [
      'telephone',
      ['06-98765432', 'tel: +31 (0)6 98765432', 'T. 030-5559871', '06/98765432', '0031698765432', '٠٦٩٨٧٦٥٤٣٢'],
    ],
    ['number', ['4711', '0004711', '#4711', 'klantnr: 004711']],
    ['postal code', ['3512 jk', '3512 JK 12', 'zwartjansen 3512 jk 12']],
    ['e-mail address', ['piet@zwart.example', 'mailto:piet@zwart.example', 'P. Zwartjansen <piet@zwart.example>;']],
  ])('finds a client by each spelling of the %s', (_, typed) => {
    expect(typed.filter((text) => !isClientFound(ZWARTJANSEN, text))).toEqual([])
  })

  test('does not match on other data or punctuation', () => {
    const others = ['Q. Zwartjansen', '711', '06-98765433', '3512 jk 13', '...', ' - ']
    expect(others.filter((text) => isClientFound(ZWARTJANSEN, text))).toEqual([])
  })

  test.each([
    ['van den Berg', ['v.d. Berg', 'v/d Berg', 'vd Berg', 'v. d. Berg', 'Berg, v.d.', 'Berg, van den']],
    ['v.d. Berg', ['van den Berg', 'van der Berg', 'v.d. Berg', 'v/d Berg', 'vd Berg', 'v. d. Berg', 'Berg']],
    ['vd Berg', ['van de Berg', 'v.d. Berg', 'v. d. Berg']],
    ['v. Dam', ['van Dam', 'v Dam', 'v.Dam']],
    ["in 't Veld", ['int Veld', 'Veld, in t']],
    ["van 't Hof", ['vant Hof', 'van ’t Hof', 'van t Hof', "v.'t Hof", "van't Hof", "Hof, van 't"]],
    ["'t Hart", ['’t Hart', '`t Hart', 't Hart', '´t Hart']],
    ["d'Hondt", ['d’Hondt', 'dHondt', 'D Hondt', "d' Hondt"]],
    ["O'Neill", ['O’Neill', 'ONeill', "o'neill", 'O Neill', 'Oʼneill']],
    ['Kwast–Proefman', ['Kwast-Proefman', 'Kwast Proefman', 'KwastProefman', 'Kwast - Proefman']],
    ['Kwasten de Vriesproef', ['Kwasten-de Vriesproef', 'Kwasten–de Vriesproef']],
    ['de Heer', ['de Heer', 'Heer, de']],
    ['Müller', ['Muller', 'Mueller', 'MUELLER', 'Mu\u0308ller']],
    ['Sørensen-Åberg', ['Sorensen', 'Soerensen', 'Aaberg', 'Aberg Sørensen']],
    ['Nguyễn Thị Hạnh', ['nguyen thi hanh', 'NGUYỄN', 'Hanh Nguyen']],
    ['Þórsdóttir', ['Thorsdottir', 'þórsdóttir', 'THORS']],
    ['van Ĳzeren', ['ijzeren', 'IJzeren']],
    ['Παπαδόπουλος', ['παπαδοπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ']],
  ])('finds %s in each spelling', (last_name, typed) => {
    expect(typed.filter((text) => !isClientFound({ last_name }, text))).toEqual([])
  })
})
