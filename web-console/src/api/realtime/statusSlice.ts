import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { RealtimeStatus } from './client'

const statusSlice = createSlice({
  name: 'realtime',
  initialState: { status: 'disconnected' as RealtimeStatus },
  reducers: {
    statusChanged(state, action: PayloadAction<RealtimeStatus>) {
      state.status = action.payload
    },
  },
  selectors: { selectRealtimeStatus: ({ status }) => status },
})

export const realtimeReducer = statusSlice.reducer
export const { statusChanged } = statusSlice.actions
export const { selectRealtimeStatus } = statusSlice.selectors
