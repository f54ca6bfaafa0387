import { useIntl } from 'react-intl'
import { SelectInput } from '#src/ui/forms/select-input.tsx'

interface UbnFilterProps {
  ubns: readonly string[]
  value: string
  onChange: (ubn: string) => void
}

/** Not there where there is nothing to choose. */
export function UbnFilter({ ubns, value, onChange }: UbnFilterProps) {
  const intl = useIntl()
  // One that is not known any more can be left.
  const all = value && !ubns.includes(value) ? [...ubns, value] : ubns
  if (all.length < 2) return null
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'client.herd.ubn' })}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: intl.formatMessage({ id: 'client.herd.allUbns' }) },
        ...all.map((ubn) => ({
          value: ubn,
          label: intl.formatMessage({ id: 'client.logbook.medicine.ubn' }, { ubn }),
        })),
      ]}
    />
  )
}
