import Eraser from 'lucide-react/icons/eraser'
import X from 'lucide-react/icons/x'
import { type PointerEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_STROKES, MAX_STROKE_NUMBERS, SIGNATURE } from '#contract/form.ts'
import { Button } from '#src/ui/forms/button.tsx'
import type { FieldText } from '#src/ui/forms/field.tsx'
import { GroupFrame } from '#src/ui/forms/group-frame.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import { classes } from '#src/ui/classes.ts'
import styles from './signature.module.css'
import { strokesIn } from './values.ts'

/** Minimum distance between two points of a stroke. */
const STEP = 4
/** Strokes of a cross, with which a person signs who cannot draw. */
const CROSS = [
  [400, 100, 600, 300],
  [600, 100, 400, 300],
]

/** Field in which the user draws a signature with a finger, pen or mouse, or signs with a cross by keyboard. */
export function SignatureField({ name, ...text }: FieldText & { name: string }) {
  const { id, value, flag, change, onBlur } = useFormField<readonly number[][]>(name)
  const strokes = strokesIn(value)
  const isEmpty = strokes.length === 0
  return (
    <GroupFrame {...text} id={id} flag={flag} onBlur={onBlur}>
      <Pad strokes={strokes} onStroke={(stroke) => change([...strokes, stroke].slice(0, MAX_STROKES))} />
      <span className={styles.buttons}>
        {isEmpty ? (
          // The name lets the form focus the field.
          <Button variant="ghost" icon={X} name={name} onClick={() => change(CROSS)}>
            <FormattedMessage id="client.forms.cross" />
          </Button>
        ) : (
          <Button variant="ghost" icon={Eraser} name={name} onClick={() => change([])}>
            <FormattedMessage id="client.forms.clear" />
          </Button>
        )}
      </span>
    </GroupFrame>
  )
}

function Pad({ strokes, onStroke }: { strokes: readonly number[][]; onStroke: (stroke: number[]) => void }) {
  const { formatMessage } = useIntl()
  const [drawn, setDrawn] = useState<number[]>([])
  // A pointer may move several times before the next render.
  const current = useRef<number[]>([])
  const isDrawing = useRef(false)

  function add({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) {
    const box = currentTarget.getBoundingClientRect()
    const at = (offset: number, size: number, max: number) =>
      Math.round(Math.min(1, Math.max(0, size > 0 ? offset / size : 0)) * max)
    const x = at(clientX - box.left, box.width, SIGNATURE.width)
    const y = at(clientY - box.top, box.height, SIGNATURE.height)
    const [lastX = -STEP, lastY = -STEP] = current.current.slice(-2)
    if (Math.hypot(x - lastX, y - lastY) < STEP || current.current.length >= MAX_STROKE_NUMBERS) return
    current.current = [...current.current, x, y]
    setDrawn(current.current)
  }
  function end() {
    if (!isDrawing.current) return
    isDrawing.current = false
    onStroke(current.current)
    current.current = []
    setDrawn([])
  }
  const isSigned = strokes.length > 0
  return (
    <svg
      className={classes(styles.strokes, styles.pad)}
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      role="img"
      aria-label={formatMessage({ id: isSigned ? 'client.forms.signed' : 'client.forms.unsigned' })}
      onPointerDown={(event) => {
        isDrawing.current = true
        event.currentTarget.setPointerCapture?.(event.pointerId)
        add(event)
      }}
      onPointerMove={(event) => isDrawing.current && add(event)}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {[...strokes, drawn].map((stroke, index) => (
        <polyline key={index} points={stroke.join(' ')} />
      ))}
    </svg>
  )
}

/** Drawn signature of a completed form. */
export function Strokes({ strokes }: { strokes: readonly (readonly number[])[] }) {
  const { formatMessage } = useIntl()
  return (
    <svg
      className={classes(styles.strokes, styles.drawn)}
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      role="img"
      aria-label={formatMessage({ id: 'client.forms.drawn' })}
    >
      {strokes.map((stroke, index) => (
        <polyline key={index} points={stroke.join(' ')} />
      ))}
    </svg>
  )
}
