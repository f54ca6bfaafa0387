import type { Language } from '#contract/languages.ts'

interface HerdWords {
  title: string
  /** As the name of a file. */
  file: string
  part: (part: number, parts: number) => string
  period: string
  until: (from: string, to: string) => string
  ubn: string
  medicine: string
  entries: string
  drawnUpOn: string
  none: string
  noRights: string
  signedPractice: string
  signedKeeper: string
  date: string
  animal: string
  number: string
  product: string
  registration: string
  channel: string
  description: string
  indication: string
  dosage: string
  route: string
  duration: string
  amount: string
  unit: string
  batch: string
  expiryDate: string
  animals: string
  location: string
  vet: string
  supplier: string
  meatDays: string
  milkDays: string
  milkHours: string
  eggDays: string
  /** The heads of narrow columns. */
  meat: string
  milk: string
  eggs: string
  days: (count: string) => string
  hours: (count: string) => string
  unknown: string
}

export const HERD_WORDS: Record<Language, HerdWords> = {
  nl: {
    title: 'Medicijnlogboek',
    file: 'medicijnlogboek',
    part: (part, parts) => `deel ${part} van ${parts}`,
    period: 'Periode',
    until: (from, to) => `${from} t/m ${to}`,
    ubn: 'UBN',
    medicine: 'Medicijn',
    entries: 'Aantal regels',
    drawnUpOn: 'Opgesteld op',
    none: 'Uw praktijk heeft in deze periode geen medicijnen in het logboek gezet.',
    noRights:
      'Overzicht uit Dierenportaal. Het toont wat uw praktijk heeft vastgelegd en is daarbij een hulpmiddel. Aan dit overzicht kunnen geen rechten worden ontleend.',
    signedPractice: 'Datum en handtekening praktijk',
    signedKeeper: 'Datum en handtekening houder',
    date: 'Datum',
    animal: 'Dier of koppel',
    number: 'Nummer',
    product: 'Product',
    registration: 'Registratienummer',
    channel: 'Kanalisatie',
    description: 'Omschrijving',
    indication: 'Indicatie',
    dosage: 'Dosering',
    route: 'Toediening',
    duration: 'Duur (dagen)',
    amount: 'Hoeveelheid',
    unit: 'Eenheid',
    batch: 'Charge',
    expiryDate: 'Houdbaar tot',
    animals: 'Dieren',
    location: 'Locatie',
    vet: 'Dierenarts',
    supplier: 'Leverancier',
    meatDays: 'Wachttijd vlees (dagen)',
    milkDays: 'Wachttijd melk (dagen)',
    milkHours: 'Wachttijd melk (uren)',
    eggDays: 'Wachttijd eieren (dagen)',
    meat: 'Vlees',
    milk: 'Melk',
    eggs: 'Eieren',
    days: (count) => `${count} d`,
    hours: (count) => `${count} u`,
    unknown: 'niet bekend',
  },
  en: {
    title: 'Medicine logbook',
    file: 'medicine-logbook',
    part: (part, parts) => `part ${part} of ${parts}`,
    period: 'Period',
    until: (from, to) => `${from} to ${to}`,
    ubn: 'Holding number (UBN)',
    medicine: 'Medicine',
    entries: 'Number of lines',
    drawnUpOn: 'Drawn up on',
    none: 'Your practice has put no medicines in the logbook in this period.',
    noRights:
      'Overview from Dierenportaal. It shows what your practice has recorded and is an aid only. No rights can be derived from this overview.',
    signedPractice: 'Date and signature of the practice',
    signedKeeper: 'Date and signature of the keeper',
    date: 'Date',
    animal: 'Animal or herd',
    number: 'Number',
    product: 'Product',
    registration: 'Registration number',
    channel: 'Dispensing category',
    description: 'Description',
    indication: 'Indication',
    dosage: 'Dosage',
    route: 'Route',
    duration: 'Duration (days)',
    amount: 'Amount',
    unit: 'Unit',
    batch: 'Batch',
    expiryDate: 'Expiry date',
    animals: 'Animals',
    location: 'Location',
    vet: 'Vet',
    supplier: 'Supplier',
    meatDays: 'Withdrawal meat (days)',
    milkDays: 'Withdrawal milk (days)',
    milkHours: 'Withdrawal milk (hours)',
    eggDays: 'Withdrawal eggs (days)',
    meat: 'Meat',
    milk: 'Milk',
    eggs: 'Eggs',
    days: (count) => `${count} d`,
    hours: (count) => `${count} h`,
    unknown: 'not known',
  },
}
