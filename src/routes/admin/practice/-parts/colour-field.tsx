import { useFormikContext } from 'formik'
import PawPrint from 'lucide-react/icons/paw-print'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SURFACES, type Theme, isColour } from '#contract/colour.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { tokensOf } from '#src/lib/practice-shades.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { fieldAttributes } from '#src/ui/forms/field.tsx'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { Radio } from '#src/ui/forms/radio.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import styles from './colour-field.module.css'

/** Colour of the portal, which applies without a colour of the practice. */
const STANDARD = '#214799'

const PALETTE: readonly [colour: string, name: MessageId][] = [
  ['', 'admin.colour.standard'],
  ['#2f6b3c', 'admin.colour.green'],
  ['#0f6b74', 'admin.colour.petrol'],
  ['#6b2f6b', 'admin.colour.aubergine'],
  ['#8a2433', 'admin.colour.bordeaux'],
  ['#a8471f', 'admin.colour.terracotta'],
  ['#8a6408', 'admin.colour.ochre'],
  ['#4a5563', 'admin.colour.slate'],
]

/** Colour of the practice: one of the palette or any other. */
export function ColourField() {
  const intl = useIntl()
  const { id, value, change } = useFormField('colour')
  const { required: _, ...attributes } = fieldAttributes({ id, hint: true })
  return (
    <div className={styles.colour}>
      {/* The options are always valid. An error belongs to the text field, which has the name of the form's field. */}
      <GroupFrame
        {...attributes}
        label={<FormattedMessage id="admin.practice.colour" />}
        hint={<FormattedMessage id="admin.colour.hint" />}
        flag={undefined}
        onBlur={() => {}}
        role="radiogroup"
      >
        {PALETTE.map(([colour, name]) => (
          <Radio key={colour} name={id} value={colour} checked={colour === value} onChange={() => change(colour)}>
            <span className={styles.option}>
              <span className={styles.swatch} style={{ background: colour || STANDARD }} />
              <FormattedMessage id={name} />
            </span>
          </Radio>
        ))}
      </GroupFrame>
      <div className={styles.own}>
        <TextField
          name="colour"
          label={<FormattedMessage id="admin.colour.own" />}
          placeholder="#2f6b3c"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <input
          type="color"
          aria-label={intl.formatMessage({ id: 'admin.colour.pick' })}
          value={isColour(value) ? value : STANDARD}
          onChange={({ target }) => change(target.value)}
        />
      </div>
    </div>
  )
}

const TEXT = { light: '#1a2133', dark: '#efede7' } as const

/** Live preview of a colour in both themes. */
export function ColourPreview({ name }: { name: string }) {
  const id = useId()
  const { values } = useFormikContext<{ colour: string }>()
  const colour = isColour(values.colour) ? values.colour : STANDARD
  return (
    <div role="group" aria-labelledby={id} className={styles.previews}>
      <h3 id={id}>
        <FormattedMessage id="admin.colour.preview" />
      </h3>
      <Sample theme="light" colour={colour} name={name} />
      <Sample theme="dark" colour={colour} name={name} />
    </div>
  )
}

function Sample({ theme, colour, name }: { theme: Theme; colour: string; name: string }) {
  const tokens: Record<`--${string}`, string> = Object.fromEntries([
    ...tokensOf(colour, theme),
    ['--surface-panel', SURFACES[theme].panel],
    ['--text', TEXT[theme]],
  ])
  return (
    <div className={styles.sample} style={tokens}>
      <span className={styles.head}>
        <Tile icon={PawPrint} />
        <strong>{name}</strong>
      </span>
      <span className={styles.item}>
        <FormattedMessage id="client.nav.reminders" />
      </span>
      <span className={styles.foot}>
        <span className={styles.link}>
          <FormattedMessage id="client.nav.invoices" />
        </span>
        <span className={buttonClass({ variant: 'primary' })}>
          <FormattedMessage id="core.buttons.save" />
        </span>
      </span>
    </div>
  )
}
