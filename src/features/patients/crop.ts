/** Square cut-out of a picture. */
export interface Crop {
  /** Quarter turns clockwise. */
  turns: number
  /** 1: the shorter side of the picture fills the square. */
  zoom: number
  /** Position from 0 (left, top) to 1 (right, bottom) among the possible ones of the turned picture. */
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

export const MAX_ZOOM = 4
export const WHOLE: Crop = { turns: 0, zoom: 1, x: 0.5, y: 0.5 }

const within = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value))

/** Returns the size of the turned picture if the cut-out has the given side. */
export function shownSize({ width, height }: Size, { turns, zoom }: Crop, side: number): Size {
  const scale = (side / Math.min(width, height)) * zoom
  const [wide, high] = turns % 2 === 0 ? [width, height] : [height, width]
  return { width: wide * scale, height: high * scale }
}

/** Moves the picture by pixels below a cut-out with the given side. */
export function moved(picture: Size, crop: Crop, { dx, dy, side }: { dx: number; dy: number; side: number }): Crop {
  const { width, height } = shownSize(picture, crop, side)
  const along = (position: number, by: number, room: number) =>
    room > 0 ? within(position - by / room, 0, 1) : position
  return { ...crop, x: along(crop.x, dx, width - side), y: along(crop.y, dy, height - side) }
}

/** Changes the zoom, so that the centre of the cut-out stays. */
export function zoomed(picture: Size, crop: Crop, to: number): Crop {
  const zoom = within(to, 1, MAX_ZOOM)
  const [former, next] = [shownSize(picture, crop, 1), shownSize(picture, { ...crop, zoom }, 1)]
  const along = (position: number, before: number, after: number) => {
    const centre = (position * (before - 1) + 0.5) / before
    return after > 1 ? within((centre * after - 0.5) / (after - 1), 0, 1) : 0.5
  }
  return {
    ...crop,
    zoom,
    x: along(crop.x, former.width, next.width),
    y: along(crop.y, former.height, next.height),
  }
}

/** Turns the picture by a quarter, clockwise or back, so that the centre of the cut-out stays. */
export const turned = ({ turns, zoom, x, y }: Crop, by: 1 | -1): Crop => ({
  turns: (turns + by + 4) % 4,
  zoom,
  ...(by === 1 ? { x: 1 - y, y: x } : { x: y, y: 1 - x }),
})

/** Place at which the picture is drawn on a square with the given side: its centre, its angle and its size before it is turned. */
export function placeOf(picture: Size, crop: Crop, side: number) {
  const { width, height } = shownSize(picture, crop, side)
  const [wide, high] = crop.turns % 2 === 0 ? [width, height] : [height, width]
  return {
    centre: { x: width / 2 - (width - side) * crop.x, y: height / 2 - (height - side) * crop.y },
    angle: (crop.turns * Math.PI) / 2,
    width: wide,
    height: high,
  }
}
