import type { Language } from '#contract/languages.ts'

// Bars or line breaks separate entries.
const split = (text: string) => text.trim().split(/\s*[|\n]\s*/)
const pairs = (text: string): Record<string, string> =>
  Object.fromEntries(split(text).map((entry) => entry.split(': ') as [string, string]))

/** Beginnings of words that owners do not use, each with a plain alternative. */
export const PLAIN_WORDS: Record<Language, Readonly<Record<string, string>>> = {
  nl: pairs(`
    activeren: aanzetten | applicatie: portaal | authenticatie: inloggen | authenticeren: inloggen | autorisatie: toegang
    cache: wat is bewaard | configur: instellen | database: gegevens | deactiveren: beëindigen
    entiteit: het woord voor wat het is | geactiveerd: in gebruik | gedeactiveerd: beëindigd | gebruikersinterface: scherm
    invalide: niet geldig | muteren: wijzigen | mutatie: wijziging | parameter: gegeven | query: zoekopdracht
    sessie: ingelogd zijn | synchroni: bijwerken | token: link of code | uploaden: toevoegen | url: adres
    valideren: controleren | validatie: controle | anamnese: wat u vertelde | applicator: spuit | dehydratie: uitdroging
    enting: vaccinatie | indicatie: reden | intramusculair: in de spier | intraveneus: in de bloedvaten
    kanalisatie: wie het mag leveren en geven | medicatie: medicijnen | oraal: door de mond | per os: door de mond
    posologie: dosering | recidief: het kwam terug | subcutaan: onder de huid | topicaal: op de huid
  `),
  en: pairs(`
    activat: switch on | application: portal | authenticat(?!or): sign in | authoris: access | cache: what is kept
    configur: set up | database: data | deactivat: end | entity: the word for what it is | invalid: not valid
    log in: sign in | logged in: signed in | log out: sign out | parameter: value | query: search | session: being signed in
    synchroni: update | token: link or code | url: address | validat: check | anamnesis: what you told | applicator: syringe
    dehydration: lack of water | indication: reason | inoculation: vaccination | intramuscular: into the muscle
    intravenous: into a vein | medication: medicines | oral: by mouth | per os: by mouth | posology: dosage
    relapse: it came back | subcutaneous: under the skin | topical: on the skin
  `),
}

/** Verbs that begin an instruction. */
export const NEXT_STEPS: Record<Language, readonly string[]> = {
  nl: split(`
    bel | bevestig | controleer | druk | ga | gebruik | haal | kies | klik | kopieer | log | maak | neem contact op | open
    probeer | registreer | schrijf | sla | sluit | stel | stuur | trek | typ | verander | vernieuw | verwijder | vertel | voeg
    vraag | vul | wacht | waarschuw | zet | zoek
  `),
  en: split(`
    add | ask | call | change | check | choose | click | close | confirm | contact | copy | enter | get in touch | go | look
    make | open | press | register | reload | remove | return | revoke | save | search | send | set | sign in | tell | try
    type | update | use | wait | write
  `),
}
