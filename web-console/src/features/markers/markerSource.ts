import type { PickerSource } from '@/kit/picker'
import { useMarkerList, type Marker } from './api'

/** Markers to put on somebody. */
export const markerSource: PickerSource = {
  useList: useMarkerList,
  sort: 'name',
  label: (row) => (row as Marker).name,
}
