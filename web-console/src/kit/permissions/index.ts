export * from './permissions'
export * from './useCan'
