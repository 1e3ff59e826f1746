import { useState } from 'react'
import { middleOf, sideOf, within, type Size, type View } from './crop'

/** What of a picture is in view, and the ways to change it. */
export function useCrop() {
  const [size, setSize] = useState<Size>()
  const [view, setView] = useState<View>()
  const change = (next: (old: View) => View) =>
    setView((old) => (size && old ? within(size, next(old)) : old))
  return {
    size,
    view,
    /** The picture is there. */
    load: (loaded: Size) => {
      setSize(loaded)
      setView(middleOf(loaded))
    },
    zoomTo: (zoom: number) => change((old) => ({ ...old, zoom })),
    zoomBy: (factor: number) => change((old) => ({ ...old, zoom: old.zoom * factor })),
    /** Moves the picture by shares of the square that is in view. */
    move: (right: number, down: number) =>
      change((old) => {
        const side = size ? sideOf(size, old.zoom) : 0
        return { ...old, x: old.x - right * side, y: old.y - down * side }
      }),
  }
}

export type CropControl = ReturnType<typeof useCrop>
