import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Id } from '@/api/types'
import { numbered } from './floors'
import type { MapForm } from './schema'

interface Drawing {
  controller: Id
  from: number
  to: number
}

/** The row of the map below a point of the screen. */
function rowAt(x: number, y: number): number | undefined {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-floor-row]')
  return row ? Number(row.dataset.floorRow) : undefined
}

/**
 * Numbers the outputs of a controller by drawing along its column from one floor to another; by the
 * keyboard, from a floor up to the top.
 */
export function useDrawing() {
  const { getValues, setValue } = useFormContext<MapForm>()
  const [drawing, setDrawing] = useState<Drawing>()
  const apply = ({ controller, from, to }: Drawing) => {
    if (from === to) return
    for (const [row, port] of numbered(getValues('floors'), controller, from, to)) {
      setValue(`floors.${row}.ports.${controller}`, [port], { shouldDirty: true })
    }
  }
  useEffect(() => {
    if (!drawing) return undefined
    const move = ({ clientX, clientY }: PointerEvent) => {
      const to = rowAt(clientX, clientY)
      if (to !== undefined && to !== drawing.to) setDrawing({ ...drawing, to })
    }
    const drop = () => {
      apply(drawing)
      setDrawing(undefined)
    }
    const forget = () => setDrawing(undefined)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', forget)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', forget)
    }
  })
  const shown =
    drawing && numbered(getValues('floors'), drawing.controller, drawing.from, drawing.to)
  return {
    begin: (controller: Id, row: number) => setDrawing({ controller, from: row, to: row }),
    upwards: (controller: Id, row: number) => apply({ controller, from: row, to: 0 }),
    /** The output that a cell would get. */
    drawnAt: (controller: Id, row: number) =>
      drawing?.controller === controller ? shown?.get(row) : undefined,
  }
}
