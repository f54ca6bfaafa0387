import { useState } from 'react'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { Radio } from '#src/ui/forms/radio.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { YearPicker } from '#src/ui/forms/year-picker.tsx'
import { Filled } from '../filled.tsx'
import { type Group, State, useSay } from '../part.tsx'

const THIS_MONTH = '2026-11'

const useSpecies = () => {
  const say = useSay()
  return [
    { value: 'dog', label: say('Hond', 'Dog') },
    { value: 'cat', label: say('Kat', 'Cat') },
    { value: 'cow', label: say('Koe, niet beschikbaar', 'Cow, not available'), disabled: true },
  ]
}

function Checkboxes() {
  const say = useSay()
  const [checked, setChecked] = useState(true)
  return (
    <>
      <State name="checked">
        <Checkbox checked={checked} onChange={setChecked}>
          {say('Stuur mij een e-mail', 'Send me an email')}
        </Checkbox>
      </State>
      <State name="not checked">
        <Checkbox checked={false} onChange={() => {}}>
          {say('Stuur mij een sms', 'Send me a text')}
        </Checkbox>
      </State>
      <State name="mixed">
        <Checkbox checked="mixed" onChange={() => {}}>
          {say('Alle cliënten', 'All clients')}
        </Checkbox>
      </State>
      <State name="disabled">
        <Checkbox checked disabled onChange={() => {}}>
          {say('Niet beschikbaar', 'Not available')}
        </Checkbox>
      </State>
      <State name="without a text">
        <Checkbox checked={false} aria-label={say('Kies Annelies', 'Select Annelies')} onChange={() => {}} />
      </State>
    </>
  )
}

function CheckboxFields() {
  const say = useSay()
  const label = say('Ik ga akkoord', 'I agree')
  return (
    <Filled values={{ plain: true, missing: false, off: true }} flags={{ missing: 'required' }}>
      <State name="checked, with hint">
        <CheckboxField name="plain" label={label} hint={say('U kunt dit later wijzigen', 'You can change it later')} />
      </State>
      <State name="required, left empty">
        <CheckboxField name="missing" label={label} required />
      </State>
      <State name="disabled">
        <CheckboxField name="off" label={label} disabled />
      </State>
    </Filled>
  )
}

function Radios() {
  const say = useSay()
  const [chosen, setChosen] = useState('active')
  const radio = (value: string) => ({
    name: 'kit-radio',
    value,
    checked: chosen === value,
    onChange: () => setChosen(value),
  })
  return (
    <>
      <State name="chosen">
        <Radio {...radio('active')}>{say('Actief', 'Active')}</Radio>
      </State>
      <State name="not chosen">
        <Radio {...radio('inactive')}>{say('Niet actief', 'Not active')}</Radio>
      </State>
      <State name="disabled">
        <Radio {...radio('none')} disabled>
          {say('Niet beschikbaar', 'Not available')}
        </Radio>
      </State>
    </>
  )
}

function RadioGroupFields() {
  const say = useSay()
  const species = useSpecies()
  const label = say('Soort', 'Species')
  return (
    <Filled values={{ filled: 'dog', missing: '', off: 'cat' }} flags={{ missing: 'required' }}>
      <State name="chosen, one disabled, with hint">
        <RadioGroupField name="filled" label={label} options={species} hint={say('Van uw dier', 'Of your animal')} />
      </State>
      <State name="required, left empty">
        <RadioGroupField name="missing" label={label} options={species} required />
      </State>
      <State name="disabled">
        <RadioGroupField name="off" label={label} options={species} disabled />
      </State>
    </Filled>
  )
}

function CheckboxGroupFields() {
  const say = useSay()
  const species = useSpecies()
  const label = say('Soorten', 'Species')
  return (
    <Filled values={{ filled: ['dog'], missing: [] }} flags={{ missing: 'required' }}>
      <State name="chosen, one disabled, with hint">
        <CheckboxGroupField
          name="filled"
          label={label}
          options={species}
          hint={say('Van uw dieren', 'Of your animals')}
        />
      </State>
      <State name="required, left empty">
        <CheckboxGroupField name="missing" label={label} options={species} required />
      </State>
    </Filled>
  )
}

function SelectFields() {
  const say = useSay()
  const species = useSpecies()
  const select = { label: say('Soort', 'Species'), options: species, placeholder: say('Kies een soort', 'Choose one') }
  return (
    <Filled values={{ empty: '', filled: 'cat', missing: '', off: 'dog' }} flags={{ missing: 'required' }}>
      <State name="empty, with hint">
        <SelectField {...select} name="empty" hint={say('Van uw dier', 'Of your animal')} />
      </State>
      <State name="chosen">
        <SelectField {...select} name="filled" />
      </State>
      <State name="required, left empty">
        <SelectField {...select} name="missing" required />
      </State>
      <State name="disabled">
        <SelectField {...select} name="off" disabled />
      </State>
    </Filled>
  )
}

function SelectInputs() {
  const say = useSay()
  const [chosen, setChosen] = useState('')
  const options = [
    { value: '', label: say('Alle dieren', 'All animals') },
    { value: 'bobbie', label: 'Bobbie (Joost ter Horst)' },
  ]
  return (
    <State name="the first is all of them">
      <SelectInput label={say('Dier', 'Animal')} value={chosen} options={options} onChange={setChosen} />
    </State>
  )
}

function Segments() {
  const say = useSay()
  const [status, setStatus] = useState('UNPAID')
  const texts = { ALL: say('Alle', 'All'), UNPAID: 'Open', PAID: say('Betaald', 'Paid') }
  const options = Object.entries(texts).map(([value, label]) => ({ value, label }))
  const shared = { legend: 'Status', value: status, onChange: setStatus }
  return (
    <>
      <State name="texts">
        <Segmented {...shared} name="kit-status" options={options} />
      </State>
      <State name="with counts">
        <Segmented
          {...shared}
          name="kit-count"
          options={options.map((option, index) => ({ ...option, count: [1043, 2, 0][index] }))}
        />
      </State>
    </>
  )
}

function Months() {
  const say = useSay()
  const [month, setMonth] = useState<string | undefined>('2026-05')
  const picker = { thisMonth: THIS_MONTH, label: say('Van', 'From') }
  return (
    <>
      <State name="chosen">
        <MonthPicker {...picker} value={month} onChange={setMonth} />
      </State>
      <State name="none chosen">
        <MonthPicker
          {...picker}
          value={undefined}
          placeholder={say('Alle maanden', 'All months')}
          onChange={setMonth}
        />
      </State>
    </>
  )
}

function Years() {
  const say = useSay()
  const [year, setYear] = useState(2026)
  const years = [2026, 2025, 2024, 2023, 2022, 2021]
  return (
    <State name="chosen">
      <YearPicker label={say('Jaar', 'Year')} value={year} years={years} onChange={setYear} />
    </State>
  )
}

const ARROWS = 'One stop for Tab; arrows choose.'

export const CHOICES: Group = {
  title: 'Fields to choose in',
  parts: [
    { name: 'Checkbox', about: 'Outside a form.', keys: 'Space.', Show: Checkboxes },
    { name: 'CheckboxField', about: 'In a form; its value is true or false.', keys: 'Space.', Show: CheckboxFields },
    {
      name: 'CheckboxGroupField',
      about: 'In a form; its value is the list of what is chosen.',
      keys: 'Space.',
      Show: CheckboxGroupFields,
    },
    { name: 'Radio', about: 'Outside a form.', keys: ARROWS, Show: Radios },
    {
      name: 'RadioGroupField',
      about: 'In a form: the choices are all in sight.',
      keys: ARROWS,
      Show: RadioGroupFields,
    },
    {
      name: 'SelectField',
      about: 'In a form.',
      keys: 'The browser’s own: arrows, letters, Alt and an arrow.',
      Show: SelectFields,
    },
    { name: 'SelectInput', about: 'Outside a form.', keys: 'The browser’s own.', Show: SelectInputs },
    { name: 'Segmented', about: 'Two or three choices, side by side: radios.', keys: ARROWS, Show: Segments },
    {
      name: 'MonthPicker',
      about: 'No month that is still to come.',
      keys: 'Enter opens; arrows, Home and End move; Page Up and Page Down change the year; Escape closes.',
      Show: Months,
    },
    { name: 'YearPicker', keys: 'One stop for Tab; arrows, Home and End move, Enter chooses.', Show: Years },
  ],
}
