import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { PasswordField } from '#src/ui/forms/password-field.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { TextareaField } from '#src/ui/forms/textarea-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Filled } from '../filled.tsx'
import { type Group, State, useSay } from '../part.tsx'

const TEXTS = { empty: '', filled: 'Annelies', required: '', missing: '', wrong: 'annelies', off: 'van den Berg' }
const FLAGS = { missing: 'required', wrong: 'invalidEmail' }

function TextFields() {
  const say = useSay()
  const name = say('Naam', 'Name')
  return (
    <Filled values={TEXTS} flags={FLAGS}>
      <State name="empty, with hint">
        <TextField name="empty" label={name} hint={say('Zoals in uw paspoort', 'As in your passport')} />
      </State>
      <State name="filled, with icon">
        <TextField name="filled" label={name} icon={Search} type="search" />
      </State>
      <State name="required">
        <TextField name="required" label={name} required />
      </State>
      <State name="required, left empty">
        <TextField name="missing" label={name} required />
      </State>
      <State name="wrong">
        <TextField name="wrong" label={say('E-mailadres', 'Email address')} type="email" required />
      </State>
      <State name="disabled">
        <TextField name="off" label={name} disabled />
      </State>
    </Filled>
  )
}

function TextareaFields() {
  const say = useSay()
  const label = say('Opmerking', 'Remark')
  return (
    <Filled values={TEXTS} flags={{ missing: 'required' }}>
      <State name="empty, with placeholder and hint">
        <TextareaField
          max={4000}
          name="empty"
          label={label}
          placeholder={say('Wat wilt u ons laten weten?', 'What would you like to tell us?')}
          hint={say('Ten hoogste 500 tekens', 'No more than 500 characters')}
        />
      </State>
      <State name="required, left empty">
        <TextareaField max={4000} name="missing" label={label} required />
      </State>
      <State name="disabled">
        <TextareaField max={4000} name="off" label={label} disabled />
      </State>
    </Filled>
  )
}

function PasswordFields() {
  const say = useSay()
  const label = say('Wachtwoord', 'Password')
  return (
    <Filled values={{ filled: 'Krekel!2026', missing: '' }} flags={{ missing: 'required' }}>
      <State name="filled">
        <PasswordField name="filled" label={label} autoComplete="current-password" />
      </State>
      <State name="required, left empty, with hint">
        <PasswordField
          name="missing"
          label={label}
          autoComplete="new-password"
          required
          hint={say('Ten minste 6 tekens', 'At least 6 characters')}
        />
      </State>
    </Filled>
  )
}

function NumberFields() {
  const say = useSay()
  const label = say('Bedrag', 'Amount')
  return (
    <Filled
      values={{ ...TEXTS, empty: null, missing: null, filled: 61.85, whole: 14, off: 99.5 }}
      flags={{ missing: 'required' }}
    >
      <State name="empty, two decimals at most">
        <NumberField name="empty" label={label} hint={say('Ten hoogste 2 decimalen', 'No more than 2 decimals')} />
      </State>
      <State name="filled">
        <NumberField name="filled" label={label} />
      </State>
      <State name="no decimals">
        <NumberField name="whole" label={say('Aantal dieren', 'Number of animals')} decimals={0} />
      </State>
      <State name="required, left empty">
        <NumberField name="missing" label={label} required />
      </State>
      <State name="disabled">
        <NumberField name="off" label={label} disabled />
      </State>
    </Filled>
  )
}

function DateInputs() {
  const say = useSay()
  const [date, setDate] = useState<string | null>('2026-11-26')
  return (
    <>
      <State name="empty">
        <DateInput label={say('Van', 'From')} value={null} onChange={() => {}} />
      </State>
      <State name="filled">
        <DateInput label={say('Tot en met', 'Until')} value={date} onChange={setDate} />
      </State>
      <State name="wrong">
        <DateInput label={say('Van', 'From')} value="2026-11-26" flag="dateTooLate" onChange={() => {}} />
      </State>
    </>
  )
}

function SearchBars() {
  const say = useSay()
  const [text, setText] = useState('berg')
  const label = say('Zoek op achternaam', 'Search by last name')
  return (
    <>
      <State name="empty">
        <SearchBar label={label} value="" onSearch={() => {}} />
      </State>
      <State name={`filled; searched for “${text}”`}>
        <SearchBar label={label} value={text} onSearch={setText} />
      </State>
    </>
  )
}

function FileInputs() {
  const say = useSay()
  const field = {
    label: 'Logo',
    hint: say('Een png of svg, ten hoogste 1 MB', 'A png or svg, 1 MB at most'),
    accept: 'image/*',
    preview: <Tile size="large" initials="DW" />,
    buttonLabel: say('Bestand kiezen', 'Choose a file'),
    onFile: () => {},
  }
  return (
    <>
      <State name="at rest; a file can be dropped on it" wide>
        <FileInput {...field} />
      </State>
      <State name="sending" wide>
        <FileInput {...field} sending={{ name: 'logo.png', share: 0.4, label: say('Versturen', 'Sending') }} />
      </State>
      <State name="wrong" wide>
        <FileInput {...field} error={say('Dit bestand is te groot.', 'This file is too large.')} />
      </State>
    </>
  )
}

function ConfirmInputs() {
  const say = useSay()
  const [text, setText] = useState('VERW')
  return (
    <State name="half-way">
      <ConfirmInput
        label={say('Typ VERWIJDER om door te gaan', 'Type DELETE to go on')}
        value={text}
        onChange={setText}
      />
    </State>
  )
}

export const TEXT_FIELDS: Group = {
  title: 'Fields to type in',
  parts: [
    {
      name: 'TextField',
      about:
        'Required: an asterisk, and “Required Field.” as its description, shown as the error once it was left empty.',
      keys: 'Enter sends the form.',
      Show: TextFields,
    },
    { name: 'TextareaField', keys: 'Enter begins a line, Tab leaves.', Show: TextareaFields },
    { name: 'PasswordField', keys: 'Tab goes on to the eye, which shows what was typed.', Show: PasswordFields },
    {
      name: 'NumberField',
      about: 'No minus, no leading zeroes, no thousands; the symbol of the language. Its value is text with a point.',
      keys: 'Comma and point are both the decimal symbol.',
      Show: NumberFields,
    },
    {
      name: 'DateInput',
      about: 'dd.mm.yyyy, of the years 1900 to 9999.',
      keys: 'A point, dash or slash after one digit makes two of it. Enter is done.',
      Show: DateInputs,
    },
    {
      name: 'SearchBar',
      about: 'Searches after a pause in typing.',
      keys: 'Enter searches at once.',
      Show: SearchBars,
    },
    { name: 'FileInput', keys: 'The button opens the browser’s own dialog.', Show: FileInputs },
    { name: 'ConfirmInput', about: 'In a dialog, before what cannot be undone.', Show: ConfirmInputs },
  ],
}
