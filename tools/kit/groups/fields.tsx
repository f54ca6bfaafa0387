import Search from 'lucide-react/icons/search'
import { object, string } from 'yup'
import { Tile } from '#src/ui/data/tile.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { DateField } from '#src/ui/forms/date-field.tsx'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { Draft } from '#src/ui/forms/form-draft.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { Radio } from '#src/ui/forms/radio.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { YearPicker } from '#src/ui/forms/year-picker.tsx'
import { type Group, nothing, part } from '../part.tsx'

const TEXTS = { empty: '', filled: 'Annelies', missing: '', wrong: 'annelies', off: 'van den Berg' }
const FLAGS = { missing: 'required', wrong: 'invalidEmail' }
const required = { name: 'missing', required: true }
const off = { name: 'off', disabled: true }
const species = [
  { value: 'dog', label: 'Hond' },
  { value: 'cat', label: 'Kat' },
  { value: 'cow', label: 'Koe, niet beschikbaar', disabled: true },
]
const RESTORED = {
  read: () => ({ values: { ...TEXTS, filled: 'Annelie' }, base: TEXTS }),
  keep: nothing,
  forget: nothing,
  sent: nothing,
  whileSending: <Result,>(send: () => Promise<Result>) => send(),
}
const schema = async () => object({ name: string().required('required') })

export const FIELDS: Group = {
  title: 'Fields and forms',
  parts: {
    TextField: part(
      TextField,
      {
        'with hint': { name: 'empty', hint: 'Zoals in uw paspoort' },
        'with icon': { name: 'filled', icon: Search, type: 'search' },
        'required, left empty': required,
        wrong: { name: 'wrong', type: 'email' },
        disabled: off,
      },
      { props: { label: 'Naam' }, form: { values: TEXTS, flags: FLAGS } },
    ),
    TextareaField: part(
      TextareaField,
      {
        'with placeholder and hint': {
          name: 'empty',
          placeholder: 'Wat wilt u weten?',
          hint: 'Ten hoogste 500 tekens',
        },
        'required, left empty': required,
        disabled: off,
      },
      { props: { label: 'Opmerking', max: 4000 }, form: { values: TEXTS, flags: FLAGS } },
    ),
    PasswordField: part(
      PasswordField,
      { filled: { name: 'filled' }, 'required, left empty, with hint': { ...required, hint: 'Ten minste 6 tekens' } },
      { props: { label: 'Wachtwoord', autoComplete: 'new-password' }, form: { values: TEXTS, flags: FLAGS } },
    ),
    NumberField: part(
      NumberField,
      {
        'empty, with hint': { name: 'empty', hint: 'Ten hoogste 2 decimalen' },
        filled: { name: 'filled' },
        'no decimals': { name: 'whole', decimals: 0 },
        'required, left empty': required,
        disabled: off,
      },
      {
        about: 'Comma and point are both the decimal symbol.',
        props: { label: 'Bedrag' },
        form: { values: { empty: null, filled: 61.85, whole: 14, missing: null, off: 99.5 }, flags: FLAGS },
      },
    ),
    DateInput: part(
      DateInput,
      { empty: { value: null }, filled: {}, wrong: { flag: 'dateTooLate' } },
      {
        about: 'A point, dash or slash after one digit makes two of it.',
        props: { label: 'Van', value: '2026-11-26' },
        live: ['value', 'onChange'],
      },
    ),
    DateField: part(
      DateField,
      { empty: { name: 'empty' }, filled: { name: 'filled' }, 'required, left empty': required },
      {
        props: { label: 'Datum' },
        form: { values: { ...TEXTS, filled: '2026-11-26' }, flags: FLAGS },
      },
    ),
    SearchBar: part(
      SearchBar,
      { empty: { value: '' }, filled: { value: 'berg' } },
      {
        about: 'Searches after a pause in typing, and by Enter.',
        props: { label: 'Zoek' },
        live: ['value', 'onSearch'],
      },
    ),
    FilterRow: {
      states: {
        'one row of chips on phones': (
          <FilterRow>
            <SelectInput label="Diersoort" value="dog" options={species} onChange={nothing} />
            <SelectInput label="Andere diersoort" value="cat" options={species} onChange={nothing} />
          </FilterRow>
        ),
      },
    },
    FileInput: part(
      FileInput,
      {
        'at rest; a file can be dropped on it': {},
        sending: { sending: { name: 'logo.png', share: 0.4, label: 'Versturen' } },
        wrong: { error: 'Dit bestand is te groot.' },
      },
      {
        wide: true,
        props: {
          label: 'Logo',
          hint: 'Een png of svg, ten hoogste 1 MB',
          accept: 'image/*',
          preview: <Tile size="large" initials="DW" />,
          buttonLabel: 'Bestand kiezen',
          onFile: nothing,
        },
      },
    ),
    ConfirmInput: part(
      ConfirmInput,
      { 'half-way': { label: 'Typ VERWIJDER om door te gaan', value: 'VERW' } },
      { live: ['value', 'onChange'] },
    ),
    Checkbox: part(
      Checkbox,
      {
        checked: { checked: true, children: 'Stuur mij een e-mail' },
        'not checked': { checked: false, children: 'Stuur mij een sms' },
        mixed: { checked: 'mixed', children: 'Alle cliënten' },
        disabled: { checked: true, disabled: true, children: 'Niet beschikbaar' },
        'without a text': { checked: false, 'aria-label': 'Kies Annelies' },
        'checked, as a chip': { checked: true, chip: true, children: 'maandag' },
        'not checked, as a chip': { checked: false, chip: true, children: 'dinsdag' },
      },
      { live: ['checked', 'onChange'] },
    ),
    CheckboxField: part(
      CheckboxField,
      { 'with hint': { name: 'on', hint: 'U kunt dit wijzigen' }, 'required, left empty': required, disabled: off },
      { props: { label: 'Akkoord' }, form: { values: { on: true, missing: false, off: true }, flags: FLAGS } },
    ),
    CheckboxGroupField: part(
      CheckboxGroupField,
      {
        'chosen, one disabled, with hint': { name: 'filled', hint: 'Van uw dieren' },
        'required, left empty': required,
      },
      {
        props: { label: 'Soorten', options: species },
        form: { values: { filled: ['dog'], missing: [] }, flags: FLAGS },
      },
    ),
    Radio: part(
      Radio,
      {
        chosen: { checked: true, children: 'Actief' },
        'not chosen': { checked: false, children: 'Niet actief' },
        disabled: { checked: false, disabled: true, children: 'Niet beschikbaar' },
      },
      { about: 'One stop for Tab; arrows choose.', props: { name: 'kit-radio', value: 'x', onChange: nothing } },
    ),
    RadioGroupField: part(
      RadioGroupField,
      {
        'chosen, one disabled, with hint': { name: 'filled', hint: 'Van uw dier' },
        'required, left empty': required,
        disabled: off,
      },
      {
        props: { label: 'Soort', options: species },
        form: { values: { filled: 'dog', missing: '', off: 'cat' }, flags: FLAGS },
      },
    ),
    SelectField: part(
      SelectField,
      {
        'empty, with hint': { name: 'empty', hint: 'Van uw dier' },
        chosen: { name: 'filled' },
        'required, left empty': required,
        disabled: off,
      },
      {
        props: { label: 'Soort', options: species, placeholder: 'Kies een soort' },
        form: { values: { empty: '', filled: 'cat', missing: '', off: 'dog' }, flags: FLAGS },
      },
    ),
    SelectInput: part(
      SelectInput,
      { chosen: { label: 'Dier', value: 'dog', options: species } },
      { live: ['value', 'onChange'] },
    ),
    Segmented: part(
      Segmented,
      {
        texts: { name: 'kit-texts' },
        'with counts': {
          name: 'kit-counts',
          options: species.map((each, index) => ({ ...each, count: 1043 * index })),
        },
      },
      {
        about: 'One stop for Tab; arrows choose.',
        props: { legend: 'Soort', value: 'dog', options: species },
        live: ['value', 'onChange'],
      },
    ),
    MonthPicker: part(
      MonthPicker,
      { chosen: { value: '2026-05' }, 'none chosen': { value: undefined } },
      {
        about: 'Enter opens; arrows, Home and End move; Page Up and Page Down change the year; Escape closes.',
        props: { label: 'Van', thisMonth: '2026-11', placeholder: 'Alle maanden' },
        live: ['value', 'onChange'],
      },
    ),
    YearPicker: part(
      YearPicker,
      { chosen: { label: 'Jaar', value: 2026, years: [2026, 2025, 2024, 2023, 2022, 2021] } },
      { about: 'One stop for Tab; arrows, Home and End move, Enter chooses.', live: ['value', 'onChange'] },
    ),
    'Form, SubmitButton': {
      wide: true,
      about: 'Fields are checked when they are left and when the form is sent, which refuses the name “Bobbie”.',
      states: {
        empty: (
          <Form
            initialValues={{ name: '' }}
            schema={schema}
            onSubmit={async ({ name }) => (name === 'Bobbie' ? { fields: { name: 'invalid' } } : undefined)}
          >
            <TextField name="name" label="Naam" required />
            <SubmitButton>Opslaan</SubmitButton>
          </Form>
        ),
      },
    },
    Draft: part(
      Draft,
      { restored: { draft: RESTORED, onContested: nothing } },
      { wide: true, form: { values: TEXTS, flags: {} } },
    ),
  },
}
