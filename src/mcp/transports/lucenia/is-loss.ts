import { SimseError } from '../../../core/errors.ts';
import { isSessionExpired } from '../transport-failure.ts';

/** Whether whatever else is sent in the session will be turned away as well. */
export function isLoss(error: unknown): error is SimseError {
  return isSessionExpired(error) || (error instanceof SimseError && error.code === 'auth_required');
}
