import { useSyncExternalStore } from 'react'
import { isReachable, subscribeToReachability } from '@/api/reachability'

/** Whether the platform answers, or there is at least a network over which it could. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToReachability, isReachable)
