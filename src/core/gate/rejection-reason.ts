/**
 * ACP has no field for why the user rejected something. simse's own agent takes it with the answer, as `_meta` by this name,
 * and says so in its capabilities by the same; others are told afterwards.
 */
export const REJECTION_REASON = 'simse/rejectionReason';
