import { correction, generate, mode } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import styles from './qr-code.module.css'

/** Width of the blank margin in modules, required by readers (ISO/IEC 18004). */
const QUIET_ZONE = 4

interface QrCodeProps {
  text: string
  label: string
  /** Highest version (size) that the reader supports. */
  maxVersion?: number | undefined
}

/** QR code of UTF-8 bytes with error correction level M. */
export function QrCode({ text, label, maxVersion }: QrCodeProps) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    ...(maxVersion !== undefined && { maxVersion }),
  })
  const size = code.size + 2 * QUIET_ZONE
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
