import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { boolean, number, object, string } from 'yup'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { RestoredNotice } from '#src/ui/forms/form-draft.tsx'
import { Form, SubmitButton } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { SelectField } from '#src/ui/forms/select-field.tsx'
import { TextareaField } from '#src/ui/forms/textarea-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { type Group, State, useSay } from '../part.tsx'

const schema = async () =>
  object({
    name: string().required('required'),
    amount: number().required('required'),
    species: string().required('required'),
    sex: string().required('required'),
    agreed: boolean().oneOf([true], 'required'),
  })

const EMPTY = { name: '', amount: null, species: '', sex: '', remark: '', agreed: false }

function WholeForm() {
  const say = useSay()
  const [sent, setSent] = useState('')
  return (
    <State name="leave a field empty, send it, mend it" wide>
      <Form
        initialValues={EMPTY}
        schema={schema}
        onSubmit={async (values) => {
          setSent(JSON.stringify(values, null, 1))
          return values.name === 'Bobbie' ? { fields: { name: 'invalid' } } : undefined
        }}
      >
        <TextField
          name="name"
          label={say('Naam', 'Name')}
          required
          hint={say('‘Bobbie’ wordt geweigerd', '‘Bobbie’ is refused')}
        />
        <NumberField name="amount" label={say('Gewicht', 'Weight')} required />
        <SelectField
          name="species"
          label={say('Soort', 'Species')}
          required
          placeholder={say('Kies een soort', 'Choose one')}
          options={[
            { value: 'dog', label: say('Hond', 'Dog') },
            { value: 'cat', label: say('Kat', 'Cat') },
          ]}
        />
        <RadioGroupField
          name="sex"
          label={say('Geslacht', 'Sex')}
          required
          options={[
            { value: 'F', label: say('Vrouwelijk', 'Female') },
            { value: 'M', label: say('Mannelijk', 'Male') },
          ]}
        />
        <TextareaField name="remark" max={500} label={say('Opmerking', 'Remark')} />
        <CheckboxField name="agreed" label={say('Ik ga akkoord', 'I agree')} required />
        <div className="row">
          <SubmitButton>
            <FormattedMessage id="core.buttons.save" />
          </SubmitButton>
        </div>
      </Form>
      {sent && <pre className="small">{sent}</pre>}
    </State>
  )
}

const Restored = () => (
  <State name="restored" wide>
    <RestoredNotice onDiscard={() => {}} />
  </State>
)

export const FORMS: Group = {
  title: 'Forms',
  parts: [
    {
      name: 'Form, SubmitButton',
      about: 'Fields are looked at when they are left and when the form is sent.',
      keys: 'Enter in a field sends. A refusal puts the focus on the first field that is wrong.',
      Show: WholeForm,
    },
    {
      name: 'RestoredNotice',
      about: 'On top of a form with a draft that was typed before.',
      keys: '',
      Show: Restored,
    },
  ],
}
