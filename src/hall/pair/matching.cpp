/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pair/matching.h"

#include <new>

/* g++ 12 takes a member of LEMON's maps for uninitialized that is set. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
/* Its few symbols that are no templates are then in the headers. */
#define LEMON_ONLY_TEMPLATES
#include <lemon/full_graph.h>
#include <lemon/matching.h>

namespace
{

using Costs = lemon::FullGraph::EdgeMap<int64_t>;
using Matching = lemon::MaxWeightedPerfectMatching<lemon::FullGraph, Costs>;

/* The greatest weight of a perfect matching is the least cost. */
void match(int n, const int64_t *cost, int *mate)
{
    lemon::FullGraph graph(n);
    Costs weights(graph);
    for (lemon::FullGraph::EdgeIt e(graph); e != lemon::INVALID; ++e)
        weights[e] = -cost[graph.id(graph.u(e)) * n + graph.id(graph.v(e))];
    Matching matching(graph, weights);
    CROK_ASSERT(matching.run());
    for (int i = 0; i < n; i++)
        mate[i] = graph.id(matching.mate(graph(i)));
}

} // namespace

crok_status crok_matching(int n, const int64_t *cost, int *mate, crok_err *err)
{
    CROK_ASSERT(n >= 0 && n % 2 == 0 && n <= CROK_MATCHING_MOST);
    try {
        if (n > 0)
            match(n, cost, mate);
    } catch (const std::bad_alloc &) {
        return crok_fail(err, CROK_ENOMEM, "no memory to pair %d", n);
    }
    return CROK_OK;
}
