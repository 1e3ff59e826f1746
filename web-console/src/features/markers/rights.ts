import type { Need } from '@/kit/permissions'

export const SEE_MARKERS: Need = { any: ['can_view_markers', 'can_view_all_markers'] }
export const CREATE_MARKER: Need = { any: ['can_create_marker'] }
export const EDIT_MARKER: Need = { any: ['can_edit_marker'] }
export const DELETE_MARKER: Need = { any: ['can_delete_marker'] }
