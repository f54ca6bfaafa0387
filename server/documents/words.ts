import type { Invoice } from '#contract/schemas/invoice.ts'
import type { Language } from '#contract/languages.ts'
import { sentence } from '#contract/sentence.ts'

interface InvoiceWords {
  invoice: string
  creditNote: string
  number: string
  creditNumber: string
  creditFor: string
  date: string
  dueDate: string
  clientNumber: string
  animal: string
  animals: string
  description: string
  vat: string
  base: string
  amount: string
  totalExclVat: string
  totalInclVat: string
  paid: string
  refunded: string
  open: string
  openRefund: string
  overpaid: string
  methods: Record<NonNullable<Invoice['paymentMethod']>, string>
  /** `how` is the day and the way, each where it is known. */
  paidSo: (how: string) => string
  partlyPaidSo: (how: string) => string
  refundedSo: (how: string) => string
  isPaid: string
  nothingOpen: string
  overpaidBy: (amount: string) => string
  isSettled: string
  on: (day: string) => string
  directDebit: (amount: string) => string
  pleasePay: (pay: { amount: string; account: string; name: string; number: string | undefined }) => string
}

interface VisitWords {
  visitForm: string
  number: string
  date: string
  animal: string
  veterinarian: string
  followUp: string
  reason: string
  findings: string
  diagnosis: string
  treatment: string
  advice: string
  medication: string
  product: string
  dosage: string
  days: string
}

/** Of what is no IBAN. */
export const ACCOUNT_NUMBER: Record<Language, string> = { nl: 'Rekeningnummer', en: 'Account number' }

export const INVOICE_WORDS: Record<Language, InvoiceWords> = {
  nl: {
    invoice: 'Factuur',
    creditNote: 'Creditfactuur',
    number: 'Factuurnummer',
    creditNumber: 'Creditfactuurnummer',
    creditFor: 'Bij factuur',
    date: 'Factuurdatum',
    dueDate: 'Vervaldatum',
    clientNumber: 'Klantnummer',
    animal: 'Dier',
    animals: 'Dieren',
    description: 'Omschrijving',
    vat: 'Btw-tarief',
    base: 'Bedrag excl. btw',
    amount: 'Btw',
    totalExclVat: 'Totaal excl. btw',
    totalInclVat: 'Totaal incl. btw',
    paid: 'Betaald',
    refunded: 'Terugbetaald',
    open: 'Nog te betalen',
    openRefund: 'Nog te ontvangen',
    overpaid: 'Te veel betaald',
    methods: {
      PIN: 'met pin',
      CASH: 'contant',
      BANK: 'per bank',
      DIRECT_DEBIT: 'met automatische incasso',
      ONLINE: 'online',
    },
    paidSo: (how) => `Betaald ${how}.`,
    partlyPaidSo: (how) => `Deels betaald ${how}.`,
    refundedSo: (how) => `Terugbetaald ${how}.`,
    isPaid: 'Deze factuur is betaald.',
    nothingOpen: 'Voor deze factuur staat niets meer open.',
    overpaidBy: (amount) => `U heeft ${amount} te veel betaald.`,
    isSettled: 'Deze creditfactuur is afgehandeld.',
    on: (day) => `op ${day}`,
    directDebit: (amount) => `Het bedrag van ${amount} wordt automatisch van uw rekening afgeschreven.`,
    pleasePay: ({ amount, account, name, number }) =>
      sentence(`Maak ${amount} over op rekening ${account} van ${name}`) +
      (number ? ` ${sentence(`Vermeld daarbij factuurnummer ${number}`)}` : ''),
  },
  en: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    number: 'Invoice number',
    creditNumber: 'Credit note number',
    creditFor: 'For invoice',
    date: 'Invoice date',
    dueDate: 'Due date',
    clientNumber: 'Client number',
    animal: 'Animal',
    animals: 'Animals',
    description: 'Description',
    vat: 'VAT rate',
    base: 'Amount excl. VAT',
    amount: 'VAT',
    totalExclVat: 'Total excl. VAT',
    totalInclVat: 'Total incl. VAT',
    paid: 'Paid',
    refunded: 'Refunded',
    open: 'Still to pay',
    openRefund: 'Still to be refunded',
    overpaid: 'Overpaid',
    methods: {
      PIN: 'by card',
      CASH: 'in cash',
      BANK: 'by bank transfer',
      DIRECT_DEBIT: 'by direct debit',
      ONLINE: 'online',
    },
    paidSo: (how) => `Paid ${how}.`,
    partlyPaidSo: (how) => `Partly paid ${how}.`,
    refundedSo: (how) => `Refunded ${how}.`,
    isPaid: 'This invoice has been paid.',
    nothingOpen: 'Nothing is open for this invoice.',
    overpaidBy: (amount) => `You have paid ${amount} too much.`,
    isSettled: 'This credit note has been settled.',
    on: (day) => `on ${day}`,
    directDebit: (amount) => `The amount of ${amount} will be collected from your account by direct debit.`,
    pleasePay: ({ amount, account, name, number }) =>
      sentence(`Please transfer ${amount} to account ${account} of ${name}`) +
      (number ? ` ${sentence(`Please mention invoice number ${number}`)}` : ''),
  },
}

export const VISIT_WORDS: Record<Language, VisitWords> = {
  nl: {
    visitForm: 'Visiteformulier',
    number: 'Nummer',
    date: 'Datum',
    animal: 'Dier',
    veterinarian: 'Dierenarts',
    followUp: 'Controle',
    reason: 'Reden van het bezoek',
    findings: 'Bevindingen',
    diagnosis: 'Diagnose',
    treatment: 'Behandeling',
    advice: 'Advies',
    medication: 'Medicijnen',
    product: 'Middel',
    dosage: 'Dosering',
    days: 'Dagen',
  },
  en: {
    visitForm: 'Visit form',
    number: 'Number',
    date: 'Date',
    animal: 'Animal',
    veterinarian: 'Veterinarian',
    followUp: 'Follow-up',
    reason: 'Reason for the visit',
    findings: 'Findings',
    diagnosis: 'Diagnosis',
    treatment: 'Treatment',
    advice: 'Advice',
    medication: 'Medicines',
    product: 'Product',
    dosage: 'Dosage',
    days: 'Days',
  },
}
