// How analyses are carried.
#pragma once

#include "app/apart/carried_trace.h"
#include "app/explain/explained.h"

namespace tilescope::apart {

template <>
inline constexpr std::size_t members<Access> = 6;
template <>
inline constexpr std::size_t members<Difference> = 4;
template <>
inline constexpr std::size_t members<Finding> = 13;
template <>
inline constexpr std::size_t members<ResultCheck> = 5;
template <>
inline constexpr std::size_t members<Hazards> = 4;
template <>
inline constexpr std::size_t members<WrongRead::Store> = 2;
template <>
inline constexpr std::size_t members<WrongRead> = 15;
template <>
inline constexpr std::size_t members<Deed> = 4;
template <>
inline constexpr std::size_t members<FindingText> = 5;
template <>
inline constexpr std::size_t members<SaidLine> = 7;
template <>
inline constexpr std::size_t members<AccessName> = 4;
template <>
inline constexpr std::size_t members<AccessSite> = 14;
template <>
inline constexpr std::size_t members<LineLanes> = 3;
template <>
inline constexpr std::size_t members<WantedCell> = 4;
template <>
inline constexpr std::size_t members<AtomicSite> = 9;
template <>
inline constexpr std::size_t members<Warps> = 6;
template <>
inline constexpr std::size_t members<Heat> = 5;
template <>
inline constexpr std::size_t members<Reuse> = 4;
template <>
inline constexpr std::size_t members<HeatMap> = 6;
template <>
inline constexpr std::size_t members<WholeHeat> = 3;
template <>
inline constexpr std::size_t members<Waited> = 2;
template <>
inline constexpr std::size_t members<BarrierLine> = 5;
template <>
inline constexpr std::size_t members<WarpWait> = 2;
template <>
inline constexpr std::size_t members<Waits> = 6;
template <>
inline constexpr std::size_t members<WholeLoads> = 2;
template <>
inline constexpr std::size_t members<BlockNeeds> = 3;
template <>
inline constexpr std::size_t members<Intensity> = 4;
template <>
inline constexpr std::size_t members<Demand> = 5;
template <>
inline constexpr std::size_t members<GpuLimits> = 12;
template <>
inline constexpr std::size_t members<Gpu> = 10;
template <>
inline constexpr std::size_t members<Device> = 4;
template <>
inline constexpr std::size_t members<Explained> = 16;

}  // namespace tilescope::apart
