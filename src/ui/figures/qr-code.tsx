import { correction, generate, mode } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import styles from './qr-code.module.css'

/** Blank modules around it, which readers need (ISO/IEC 18004). */
const QUIET = 4

interface QrCodeProps {
  text: string
  label: string
  /** The biggest that whoever reads it allows. */
  maxVersion?: number | undefined
}

/** As bytes of UTF-8 and with correction M. Black on white in every theme: many readers know nothing else. */
export function QrCode({ text, label, maxVersion }: QrCodeProps) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    ...(maxVersion !== undefined && { maxVersion }),
  })
  const size = code.size + 2 * QUIET
  return (
    <svg className={styles.code} role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}>
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
