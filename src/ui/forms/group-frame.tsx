import type { ComponentProps, FocusEvent, FocusEventHandler } from 'react'
import { classes } from '#src/ui/classes.ts'
import fieldStyles from './field.module.css'
import { Asterisk, type FieldText, Notes } from './field.tsx'
import styles from './group-frame.module.css'

interface GroupFrameProps extends FieldText, Omit<ComponentProps<'fieldset'>, 'id' | 'onBlur' | 'className'> {
  id: string
  flag: string | undefined
  onBlur: FocusEventHandler
}

/** Fieldset around the options of a field, with its label, hint and errors. */
export function GroupFrame({ id, label, required, hint, flag, onBlur, children, ...fieldset }: GroupFrameProps) {
  function leave(event: FocusEvent) {
    // A move between options of the group is no blur of the field.
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the blur of its options and is not interactive itself
    <fieldset {...fieldset} id={id} className={fieldStyles.field} onBlur={leave}>
      <legend className={classes(fieldStyles.label, styles.legend)}>
        <span>{label}</span>
        {required && <Asterisk />}
      </legend>
      <div className={styles.options}>{children}</div>
      <Notes id={id} required={required} hint={hint} flag={flag} />
    </fieldset>
  )
}
