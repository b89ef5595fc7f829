// How data go to another memory of the same program; see app/apart. A class that hides its data makes this its friend.
#pragma once

namespace tilescope {

template <class T>
struct Carried;

}  // namespace tilescope
