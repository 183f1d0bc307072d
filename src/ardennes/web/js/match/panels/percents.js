// Percentages that people read add up.

/**
 * Round shares to whole percentages that add up to the rounded sum of the shares, by the largest remainder: three
 * thirds of 100 are 34, 33 and 33.
 * @param {number[]} shares in percent @returns {number[]}
 */
export function wholePercents(shares) {
  const result = shares.map(Math.floor);
  const missing = Math.round(shares.reduce((sum, share) => sum + share, 0)) - result.reduce((sum, share) => sum + share, 0);
  const largest = shares.map((share, at) => ({ at, rest: Math.round(1e6 * (share - Math.floor(share))) })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of largest.slice(0, missing)) result[at] += 1;
  return result;
}
