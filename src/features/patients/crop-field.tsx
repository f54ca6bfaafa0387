import RotateCcw from 'lucide-react/icons/rotate-ccw'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ANIMAL_PHOTO_SIDE } from '#contract/patient.ts'
import { sizeOf } from '#src/lib/pictures.ts'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './crop-field.module.css'
import { type Crop, MAX_ZOOM, moved, shownSize, turned, zoomed } from './crop.ts'
import { paintCrop } from './cropped-photo.ts'

interface CropFieldProps {
  picture: HTMLCanvasElement
  crop: Crop
  onCrop: (change: (crop: Crop) => Crop) => void
}

/** Square in which a picture is dragged, pinched and turned; sliders do the same by keys. */
export function CropField({ picture, crop, onCrop }: CropFieldProps) {
  const intl = useIntl()
  const size = sizeOf(picture)
  const gesture = useCropGesture((change) => onCrop((now) => change(size, now)))
  const { width, height } = shownSize(size, crop, 1)
  return (
    <div className={styles.field}>
      <canvas
        ref={(canvas) => {
          if (canvas) paintCrop(canvas, picture, crop)
        }}
        className={styles.frame}
        width={ANIMAL_PHOTO_SIDE}
        height={ANIMAL_PHOTO_SIDE}
        role="img"
        aria-label={intl.formatMessage({ id: 'client.patients.photoCrop' })}
        {...gesture}
      />
      <div className={styles.turns}>
        <p className="small muted">
          <FormattedMessage id="client.patients.photoCropHint" />
        </p>
        <IconButton
          icon={RotateCcw}
          label={intl.formatMessage({ id: 'client.patients.photoLeft' })}
          onClick={() => onCrop((now) => turned(now, -1))}
        />
        <IconButton
          icon={RotateCw}
          label={intl.formatMessage({ id: 'client.patients.photoRight' })}
          onClick={() => onCrop((now) => turned(now, 1))}
        />
      </div>
      <div className={styles.sliders}>
        <Slider
          label={<FormattedMessage id="client.patients.photoZoom" />}
          min={1}
          max={MAX_ZOOM}
          value={crop.zoom}
          onValue={(zoom) => onCrop((now) => zoomed(size, now, zoom))}
        />
        <Slider
          label={<FormattedMessage id="client.patients.photoAcross" />}
          disabled={width === 1}
          value={crop.x}
          onValue={(x) => onCrop((now) => ({ ...now, x }))}
        />
        <Slider
          label={<FormattedMessage id="client.patients.photoDown" />}
          disabled={height === 1}
          value={crop.y}
          onValue={(y) => onCrop((now) => ({ ...now, y }))}
        />
      </div>
    </div>
  )
}

interface SliderProps {
  label: ReactNode
  min?: number
  max?: number
  disabled?: boolean
  value: number
  onValue: (value: number) => void
}

function Slider({ label, min = 0, max = 1, disabled, value, onValue }: SliderProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={0.02}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onValue(target.valueAsNumber)}
      />
    </label>
  )
}

type Change = (size: ReturnType<typeof sizeOf>, crop: Crop) => Crop
interface Point {
  x: number
  y: number
}

const distance = ([one, other]: readonly Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)

/** Returns pointer handlers: one pointer moves the picture, two pinch it. */
function useCropGesture(onChange: (change: Change) => void) {
  const pointers = useRef(new Map<number, Point>())

  function move({ pointerId, clientX: x, clientY: y, currentTarget }: PointerEvent) {
    const former = pointers.current.get(pointerId)
    if (!former) return
    const before = distance([...pointers.current.values()])
    pointers.current.set(pointerId, { x, y })
    const after = distance([...pointers.current.values()])
    const side = currentTarget.clientWidth
    const share = before > 0 ? after / before : 1
    // Each of two pointers moves the picture by half of its way.
    const part = 1 / pointers.current.size
    const way = { dx: (x - former.x) * part, dy: (y - former.y) * part, side }
    onChange((size, crop) => moved(size, zoomed(size, crop, crop.zoom * share), way))
  }

  const end = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId)
  return {
    onPointerDown: ({ pointerId, clientX: x, clientY: y, currentTarget }: PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      pointers.current.set(pointerId, { x, y })
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  }
}
