import type { Patient } from '#contract/schemas/patient.ts'
import { useFormikContext } from 'formik'
import { FormattedMessage } from 'react-intl'
import { MAX_LINE } from '#contract/text.ts'
import { MAX_PRODUCTS } from '#contract/request.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { TextareaField } from '#src/ui/forms/text-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { NoteField, PatientField } from './fields.tsx'
import type { Product } from './products.ts'
import type { Values } from './values.ts'
import styles from './fields.module.css'

interface RepeatFieldsProps {
  patients: readonly Patient[]
  products: readonly Product[]
  /** Whether more products are loading. */
  isPending: boolean
}

/** Fields for an animal and its medicines, with a text field for others. */
export function RepeatFields({ patients, products, isPending }: RepeatFieldsProps) {
  return (
    <>
      <PatientField patients={patients} none="client.requests.chooseAnimal" />
      <Products products={products} isPending={isPending} />
      <TextareaField
        name="otherProducts"
        label={
          <FormattedMessage id={products.length > 0 ? 'client.requests.otherProducts' : 'client.requests.products'} />
        }
        hint={<FormattedMessage id="client.requests.otherProductsHint" />}
        max={MAX_PRODUCTS * (MAX_LINE + 1)}
        rows={2}
        className={styles.low}
      />
      <NoteField />
    </>
  )
}

function Products({ products, isPending }: Omit<RepeatFieldsProps, 'patients'>) {
  const { id, value, flag, change, onBlur } = useFormField<readonly string[]>('products')
  // Chosen products of a draft that are not loaded yet.
  const unknown = value.filter((name) => !products.some((product) => product.name === name))
  const all = [...unknown.map((name): Product => ({ name, isByTelephone: false })), ...products]
  const { values, setValues } = useFormikContext<Values>()
  function choose({ name, patient }: Product, isChosen: boolean) {
    const names = isChosen ? [...value, name] : value.filter((other) => other !== name)
    // A request is about one animal. Both change in one render, so that the medicine is not cleared with the former animal.
    if (patient && isChosen) void setValues({ ...values, products: names, patientUuid: patient.uuid })
    else change(names)
  }
  if (all.length === 0 && !isPending && !flag) return null
  return (
    <GroupFrame
      id={id}
      // Focusable, for the validation error of an empty choice.
      name="products"
      tabIndex={-1}
      label={<FormattedMessage id="client.requests.products" />}
      flag={flag}
      onBlur={onBlur}
      aria-describedby={flag ? `${id}-required` : undefined}
    >
      {all.map(({ name, date, patient, isByTelephone }) => (
        <Checkbox
          key={`${patient?.uuid} ${name}`}
          disabled={isByTelephone}
          checked={!isByTelephone && value.includes(name)}
          onChange={(isChosen) => choose({ name, patient, isByTelephone }, isChosen)}
        >
          <span className={styles.product}>
            <span>{patient ? `${patient.name}: ${name}` : name}</span>
            <span className="muted small">
              {isByTelephone ? (
                <FormattedMessage id="client.requests.byTelephone" />
              ) : (
                date && (
                  <FormattedMessage
                    id="client.requests.lastGiven"
                    values={{ date: <Day date={date} day="numeric" month="long" year="numeric" /> }}
                  />
                )
              )}
            </span>
          </span>
        </Checkbox>
      ))}
      {isPending && (
        <span className={styles.pending} role="status">
          <Spinner /> <FormattedMessage id="core.text.loading" />
        </span>
      )}
    </GroupFrame>
  )
}
