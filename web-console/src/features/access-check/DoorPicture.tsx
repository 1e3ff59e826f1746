/** A door that stands open, or is shut. Decoration: the words beside it say the same. */
export function DoorPicture({ isOpen }: { isOpen: boolean }) {
  return (
    <svg width="84" height="100" viewBox="0 0 84 100" aria-hidden>
      <path d="M14 96V40a28 28 0 0 1 56 0v56z" fill="var(--sheet)" stroke="currentColor" />
      {isOpen ? (
        <>
          <path d="M20 96V40.5a22 22 0 0 1 44 0V96z" fill="currentColor" opacity="0.14" />
          <path
            d="M20 96V40.5a22 22 0 0 1 18-21.6V100z"
            fill="var(--sheet)"
            stroke="currentColor"
          />
          <circle cx="33" cy="62" r="2.4" fill="var(--brass)" />
        </>
      ) : (
        <>
          <path d="M20 96V40.5a22 22 0 0 1 44 0V96z" fill="var(--sunken)" stroke="currentColor" />
          <circle cx="56" cy="62" r="2.8" fill="var(--brass)" />
        </>
      )}
      <path d="M4 96h76" stroke="currentColor" strokeLinecap="round" />
    </svg>
  )
}
