import type { Species } from '#contract/patient.ts'
import { kindred } from './kindred.ts'
import { EAR_DROPS, type Medicine, PAINKILLER, STOMACH_TABLETS } from './medicines.ts'

/** What a visit form tells. */
interface Illness {
  reason: string
  findings: string
  diagnosis?: string
  treatment?: string
  advice?: string
  /** To go on with at home. */
  medicine?: Medicine
}

const CHECK_UP: Illness = {
  reason: 'Jaarlijkse controle',
  findings: 'Geen bijzonderheden. Gebit schoon, hart en longen goed.',
  advice: 'Controle over een jaar.',
}
const VOMITING: Illness = {
  reason: 'Braken sinds gisteren',
  findings: 'Buik soepel, temperatuur 38,9 °C.',
  diagnosis: 'Maag-darmontsteking',
  treatment: 'Vocht onder de huid gegeven.',
  advice: 'Kleine porties licht verteerbaar voer.',
  medicine: STOMACH_TABLETS,
}
const FLEAS: Illness = {
  reason: 'Jeuk en kale plekken',
  findings: 'Vlooienuitwerpselen in de vacht.',
  diagnosis: 'Vlooienallergie',
  treatment: 'Behandeld tegen vlooien.',
  advice: 'Behandel ook de andere dieren en de omgeving.',
}

const HERD_CHECK: Illness = {
  reason: 'Bedrijfsbezoek',
  findings: 'Conditie van het koppel goed. Huisvesting en water in orde.',
  advice: 'Het bedrijfsgezondheidsplan blijft zoals het is.',
}

const OF_DOGS: Illness[] = [
  CHECK_UP,
  {
    reason: 'Mank aan de linkervoorpoot',
    findings: 'Lichte zwelling van de pols, geen breuk.',
    diagnosis: 'Verstuiking',
    treatment: 'Ontstekingsremmer gegeven.',
    advice: 'Twee weken rust.\nKomt de mankheid terug? Bel ons dan.',
    medicine: PAINKILLER,
  },
  VOMITING,
  {
    reason: 'Schudt met de kop',
    findings: 'Rechteroor rood en vochtig, trommelvlies heel.',
    diagnosis: 'Oorontsteking',
    treatment: 'Oor schoongemaakt.',
    advice: 'Laat het oor na het zwemmen goed drogen.',
    medicine: EAR_DROPS,
  },
]
const OF_CATS: Illness[] = [
  CHECK_UP,
  VOMITING,
  FLEAS,
  {
    reason: 'Zwelling op de rug na een gevecht',
    findings: 'Pijnlijke, warme bult met een wondje. Temperatuur 39,6 °C.',
    diagnosis: 'Abces na een beet',
    treatment: 'Abces geopend en gespoeld.',
    advice: 'Maak de wond twee keer per dag schoon. Houd uw kat een week binnen.',
    medicine: PAINKILLER,
  },
]
const OF_RABBITS: Illness[] = [
  {
    reason: 'Jaarlijkse controle',
    findings: 'Gebit en nagels goed, goed gewicht.',
    advice: 'Geef onbeperkt hooi.',
  },
  {
    reason: 'Eet slecht',
    findings: 'Haakjes op de kiezen, verder gezond.',
    diagnosis: 'Gebitsproblemen',
    treatment: 'Haakjes weggeslepen.',
    advice: 'Geef onbeperkt hooi en weinig brokken.\nEet uw konijn een halve dag niet? Bel ons dan direct.',
  },
]
const OF_HORSES: Illness[] = [
  {
    reason: 'Jaarlijkse gebitscontrole',
    findings: 'Scherpe randen aan de kiezen, geen losse tanden.',
    treatment: 'Scherpe randen weggeraspt.',
    advice: 'Controle over een jaar.',
  },
  {
    reason: 'Kreupel rechtsvoor',
    findings: 'Warme hoef met duidelijke pols, pijnlijk bij knijpen.',
    diagnosis: 'Hoefzweer',
    treatment: 'Zweer geopend en hoef verbonden.',
    advice: 'Houd het verband droog. Wij komen over drie dagen kijken.',
  },
  {
    reason: 'Onrustig, rolt en eet niet',
    findings: 'Hartslag 48, weinig darmgeluiden aan de linkerkant.',
    diagnosis: 'Verstopping van de dikke darm',
    treatment: 'Pijnstiller gegeven en vocht met een neussonde.',
    advice: 'Geef tot morgen geen krachtvoer. Bel direct als de onrust terugkomt.',
  },
  {
    reason: 'Hoest bij het rijden',
    findings: 'Geen koorts. Longen ruw bij diep ademen.',
    diagnosis: 'Stofallergie',
    advice: 'Maak het hooi nat en laat het paard veel buiten.',
  },
]
const OF_CATTLE: Illness[] = [
  HERD_CHECK,
  {
    reason: 'Koe ligt na het afkalven',
    findings: 'Koude oren, trage hartslag, eet niet.',
    diagnosis: 'Melkziekte',
    treatment: 'Calcium in de ader gegeven.',
    advice: 'Zorg voor een stroeve vloer. Bel als zij over vier uur niet staat.',
  },
  {
    reason: 'Vlokken in de melk',
    findings: 'Kwartier rechtsachter hard en warm.',
    diagnosis: 'Uierontsteking',
    treatment: 'Koe behandeld, melkmonster genomen.',
    advice: 'Melk het kwartier vaak leeg. Houd u aan de wachttijd.',
  },
]
const OF_SHEEP: Illness[] = [
  HERD_CHECK,
  {
    reason: 'Dunne mest bij enkele dieren',
    findings: 'Bleke slijmvliezen bij twee dieren, de andere levendig.',
    diagnosis: 'Wormbesmetting',
    treatment: 'Mestmonsters genomen.',
    advice: 'Wacht met ontwormen op de uitslag. Zet het koppel op een schone weide.',
  },
  {
    reason: 'Dieren lopen slecht',
    findings: 'Bij drie dieren ontsteking tussen de klauwen.',
    diagnosis: 'Rotkreupel',
    treatment: 'Klauwen bekapt en behandeld.',
    advice: 'Houd deze dieren apart. Geef het koppel elke week een voetbad.',
  },
]
const OF_PIGS: Illness[] = [
  HERD_CHECK,
  {
    reason: 'Hoesten in de afdeling',
    findings: 'Enkele dieren hebben koorts en ademen snel.',
    diagnosis: 'Luchtweginfectie',
    treatment: 'Zieke dieren behandeld.',
    advice: 'Controleer de ventilatie. Houd u aan de wachttijd.',
  },
]

const BY_SPECIES: Partial<Record<Species, Illness[]>> = {
  DOG: OF_DOGS,
  CAT: OF_CATS,
  RABBIT: OF_RABBITS,
  HORSE: OF_HORSES,
  CATTLE: OF_CATTLE,
  SHEEP: OF_SHEEP,
  PIG: OF_PIGS,
}

/** What an animal of this kind is seen for. */
export const illnessesOf = (species: Species | undefined): Illness[] => BY_SPECIES[kindred(species)] ?? [CHECK_UP]
