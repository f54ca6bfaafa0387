import { Search } from 'lucide-react'
import { useState } from 'react'
import { ConfirmField } from '#src/ui/forms/confirm-input.tsx'
import { DateBox } from '#src/ui/forms/date-input.tsx'
import { FileField } from '#src/ui/forms/file-input.tsx'
import { NumberBox } from '#src/ui/forms/number-field.tsx'
import { PasswordBox } from '#src/ui/forms/password-field.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { Textarea } from '#src/ui/forms/textarea-field.tsx'
import { Textbox } from '#src/ui/forms/text-field.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Filled } from '../filled.tsx'
import { type Group, State, useSay } from '../part.tsx'

const TEXTS = { empty: '', filled: 'Annelies', required: '', missing: '', wrong: 'annelies', off: 'van den Berg' }
const FLAGS = { missing: 'required', wrong: 'invalidEmail' }

function Textboxes() {
  const say = useSay()
  const name = say('Naam', 'Name')
  return (
    <Filled values={TEXTS} flags={FLAGS}>
      <State name="empty, with hint">
        <Textbox name="empty" label={name} hint={say('Zoals in uw paspoort', 'As in your passport')} />
      </State>
      <State name="filled, with icon">
        <Textbox name="filled" label={name} icon={Search} type="search" />
      </State>
      <State name="required">
        <Textbox name="required" label={name} required />
      </State>
      <State name="required, left empty">
        <Textbox name="missing" label={name} required />
      </State>
      <State name="wrong">
        <Textbox name="wrong" label={say('E-mailadres', 'Email address')} type="email" required />
      </State>
      <State name="disabled">
        <Textbox name="off" label={name} disabled />
      </State>
    </Filled>
  )
}

function Textareas() {
  const say = useSay()
  const label = say('Opmerking', 'Remark')
  return (
    <Filled values={TEXTS} flags={{ missing: 'required' }}>
      <State name="empty, with placeholder and hint">
        <Textarea
          name="empty"
          label={label}
          placeholder={say('Wat wilt u ons laten weten?', 'What would you like to tell us?')}
          hint={say('Ten hoogste 500 tekens', 'No more than 500 characters')}
        />
      </State>
      <State name="required, left empty">
        <Textarea name="missing" label={label} required />
      </State>
      <State name="disabled">
        <Textarea name="off" label={label} disabled />
      </State>
    </Filled>
  )
}

function PasswordBoxes() {
  const say = useSay()
  const label = say('Wachtwoord', 'Password')
  return (
    <Filled values={{ filled: 'Krekel!2026', missing: '' }} flags={{ missing: 'required' }}>
      <State name="filled">
        <PasswordBox name="filled" label={label} autoComplete="current-password" />
      </State>
      <State name="required, left empty, with hint">
        <PasswordBox
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

function NumberBoxes() {
  const say = useSay()
  const label = say('Bedrag', 'Amount')
  return (
    <Filled values={{ ...TEXTS, filled: '61.85', whole: '14', off: '99.5' }} flags={{ missing: 'required' }}>
      <State name="empty, two decimals at most">
        <NumberBox name="empty" label={label} hint={say('Ten hoogste 2 decimalen', 'No more than 2 decimals')} />
      </State>
      <State name="filled">
        <NumberBox name="filled" label={label} />
      </State>
      <State name="no decimals">
        <NumberBox name="whole" label={say('Aantal dieren', 'Number of animals')} decimals={0} />
      </State>
      <State name="required, left empty">
        <NumberBox name="missing" label={label} required />
      </State>
      <State name="disabled">
        <NumberBox name="off" label={label} disabled />
      </State>
    </Filled>
  )
}

function DateBoxes() {
  const say = useSay()
  const [date, setDate] = useState<string | null>('2026-11-26')
  return (
    <>
      <State name="empty">
        <DateBox label={say('Van', 'From')} value={null} onChange={() => {}} />
      </State>
      <State name="filled">
        <DateBox label={say('Tot en met', 'Until')} value={date} onChange={setDate} />
      </State>
      <State name="wrong">
        <DateBox label={say('Van', 'From')} value="2026-11-26" flag="dateTooLate" onChange={() => {}} />
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

function FileFields() {
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
        <FileField {...field} />
      </State>
      <State name="sending" wide>
        <FileField {...field} sending={{ name: 'logo.png', share: 0.4, label: say('Versturen', 'Sending') }} />
      </State>
      <State name="wrong" wide>
        <FileField {...field} error={say('Dit bestand is te groot.', 'This file is too large.')} />
      </State>
    </>
  )
}

function ConfirmFields() {
  const say = useSay()
  const [text, setText] = useState('VERW')
  return (
    <State name="half-way">
      <ConfirmField
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
      name: 'Textbox',
      about:
        'Required: an asterisk, and “Required Field.” as its description, shown as the error once it was left empty.',
      keys: 'Enter sends the form.',
      Show: Textboxes,
    },
    { name: 'Textarea', keys: 'Enter begins a line, Tab leaves.', Show: Textareas },
    { name: 'PasswordBox', keys: 'Tab goes on to the eye, which shows what was typed.', Show: PasswordBoxes },
    {
      name: 'NumberBox',
      about: 'No minus, no leading zeroes, no thousands; the symbol of the language. Its value is text with a point.',
      keys: 'Comma and point are both the decimal symbol.',
      Show: NumberBoxes,
    },
    {
      name: 'DateBox',
      about: 'dd.mm.yyyy, of the years 1900 to 9999.',
      keys: 'A point, dash or slash after one digit makes two of it. Enter is done.',
      Show: DateBoxes,
    },
    {
      name: 'SearchBar',
      about: 'Searches after a pause in typing.',
      keys: 'Enter searches at once.',
      Show: SearchBars,
    },
    { name: 'FileField', keys: 'The button opens the browser’s own dialog.', Show: FileFields },
    { name: 'ConfirmField', about: 'In a dialog, before what cannot be undone.', Show: ConfirmFields },
  ],
}
